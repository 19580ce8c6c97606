import { RowError } from '@rowfuse/runtime';
import {
  type DataType,
  Dictionary,
  Int8,
  Int32,
  Int64,
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { textsOf, utf8Vector } from '../runtime/text-vectors.js';
import { type BuiltTransform, builtTransforms, transformNamed } from './built-transforms.js';

let transforms: readonly BuiltTransform[] = [];
beforeAll(async () => {
  transforms = await builtTransforms();
});

const named = (name: string) => transformNamed(transforms, name).run;

function words(
  indices: readonly number[],
  entries: Vector,
  { index = new Int32(), nulls }: { readonly index?: DataType; readonly nulls?: Uint8Array } = {},
): Vector {
  const wide = index instanceof Int64 || index instanceof Uint64;
  const data = wide
    ? BigInt64Array.from(indices, BigInt)
    : index instanceof Int8
      ? Int8Array.from(indices)
      : Int32Array.from(indices);
  return makeVector(
    makeData({
      type: new Dictionary(new Utf8(), index as Int32),
      length: indices.length,
      data: data as Int32Array,
      dictionary: entries as Vector<Utf8>,
      ...(nulls && { nullBitmap: nulls }),
    }),
  );
}

async function errorOf(promise: Promise<unknown>): Promise<RowError> {
  const error = await promise.catch((caught: unknown) => caught);
  if (error instanceof RowError) return error;
  throw new Error(`no RowError: ${String(error)}`);
}

const entries = utf8Vector(['x', 'yy', 'zzz']);

for (const backend of backendsUnderTest) {
  describe(`dictionaries on ${backend}`, () => {
    it('are evaluated once per distinct value: many rows, few values', async () => {
      const indices = Array.from({ length: 100_003 }, (_, row) => (row * 7919) % 3);
      for (const index of [new Int8(), new Int32(), new Int64(), new Uint64()]) {
        const result = (await named('dictionaryUpper')(
          { country: words(indices, entries, { index }) },
          { backend },
        )) as Vector;
        expect(textsOf(result)).toEqual(indices.map((entry) => ['X:1', 'YY:2', 'ZZZ:3'][entry]));
      }
    });

    it('fail a row whose index has no entry, and report the index', async () => {
      for (const length of [3, 40_000]) {
        for (const [bad, index] of [
          [3, new Int32()],
          [-1, new Int32()],
          [-5, new Int8()],
          [2 ** 40, new Int64()],
          [2 ** 52, new Uint64()],
        ] as const) {
          const indices = Array.from({ length }, (_, row) => (row === length - 2 ? bad : row % 3));
          const call = named('dictionaryUpper')({ country: words(indices, entries, { index }) }, { backend });
          const error = await errorOf(call);
          expect(error.message).toBe(
            `dictionaryUpper: row ${length - 2}, column "country": malformed: its index is ${bad}, the dictionary has 3 entries. ` +
              'The vector was built wrongly or its memory was overwritten: build it again.',
          );
          expect(error).toMatchObject({
            row: length - 2,
            column: 'country',
            value: index.bitWidth === 64 ? `${bad}n` : `${bad}`,
          });
        }
      }
    });

    it('report the lowest failing row, whatever fails', async () => {
      const rows = (bad: number, thrown: number) =>
        words(
          Array.from({ length: 1000 }, (_, row) => (row === bad ? 9 : row === thrown ? 1 : 0)),
          utf8Vector(['x', 'a']),
        );
      const run = (bad: number, thrown: number) =>
        errorOf(named('dictionaryThrows')({ word: rows(bad, thrown) }, { backend }));
      expect((await run(700, 300)).message).toContain('row 300: the row function threw Error: no a');
      expect((await run(300, 700)).message).toContain('row 300, column "word": malformed');
      expect((await run(-1, 700)).message).toContain('row 700: the row function threw Error: no a');
    });

    it('leave out rows that fail, and keep the other results', async () => {
      const indices = Array.from({ length: 1000 }, (_, row) => (row % 10 === 3 ? 9 : row % 7 === 5 ? 1 : 0));
      const word = words(indices, utf8Vector(['x', 'a']));
      const { result, errors, failedRows } = await named('dictionaryThrows')({ word }, { backend, onError: 'collect' });
      expect(failedRows).toBe(indices.filter((index) => index > 0).length);
      expect(errors[0]?.row).toBe(3);
      expect(textsOf((result as Table).getChild('word') as Vector)).toEqual(
        indices.map((index) => (index === 0 ? 'x' : null)),
      );
    });

    it('may hold anything under a null and in entries that no row uses', async () => {
      const broken = makeVector(
        makeData({
          type: new Utf8(),
          length: 2,
          valueOffsets: Int32Array.of(0, 1, 2),
          data: Uint8Array.of(0x78, 0xff),
        }),
      );
      const word = words([0, 99, 0, 99], broken, { nulls: Uint8Array.of(0b0101) });
      const result = (await named('dictionaryThrows')({ word }, { backend })) as Table;
      expect(textsOf(result.getChild('word') as Vector)).toEqual(['x', null, 'x', null]);
      const error = await errorOf(named('dictionaryThrows')({ word: words([0, 0, 0, 0, 1], broken) }, { backend }));
      expect(error).toMatchObject({ row: 4, column: 'word', byte: 0 });
    });

    it('may differ per batch of a stream, and come as IPC', async () => {
      const batches = ['p', 'qq', 'r'].map(
        (text) => new Table({ country: words([1, 0, 0, 1], utf8Vector(['', text])) }),
      );
      const schema = batches[0]?.schema;
      const stream = named('dictionaryUpper').stream(
        batches.flatMap((table) => table.batches),
        { backend },
      );
      const results: (string | null)[] = [];
      for await (const batch of stream) results.push(...textsOf(batch.getChildAt(0) as Vector));
      expect(schema).toBeDefined();
      expect(results).toEqual(
        ['P', 'QQ', 'R'].flatMap((text) => [`${text}:${text.length}`, ':0', ':0', `${text}:${text.length}`]),
      );
      const read = tableFromIPC(tableToIPC(new Table({ country: words([2, 0, 2, 2, 2, 2, 2, 2], entries) })));
      expect(textsOf((await named('dictionaryUpper')(read, { backend })) as Vector).join()).toBe(
        'ZZZ:3,X:1,ZZZ:3,ZZZ:3,ZZZ:3,ZZZ:3,ZZZ:3,ZZZ:3',
      );
    });

    it('are taken for text alone', async () => {
      await expect(named('dictionaryUpper')({ country: entries }, { backend })).rejects.toThrow(
        'column "country": got Utf8, declared dictionary(utf8). ',
      );
      const strings = (await named('dictionaryUpper')(
        { country: ['x', 'x', 'y'] as unknown as Vector },
        { backend },
      )) as Vector;
      expect(textsOf(strings)).toEqual(['X:1', 'X:1', 'Y:1']);
      expect(
        await named('dictionaryUpper')({ country: new Vector([words([], entries).data[0] as never]) }, { backend }),
      ).toHaveLength(0);
    });
  });
}
