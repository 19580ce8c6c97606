import type { DeviceTable } from '@rowfuse/runtime';
import {
  Bool,
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  Struct,
  Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { type BuiltTransform, builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

const toDevice = await builtToDevice();
let transforms: readonly BuiltTransform[] = [];
beforeAll(async () => {
  transforms = await builtTransforms();
});

type Resident = (table: unknown, options?: object) => Promise<DeviceTable>;
const resident = (name: string) => transformNamed(transforms, name).run as unknown as Resident;
const reference = (name: string, table: Table) =>
  transformNamed(transforms, name).run.reference(table as never) as Table;

const item = (type: Utf8 | Int32 | Bool | Float64 | Struct | List, nullable = true) =>
  new Field('item', type, nullable);
const texts = new List(item(new Utf8()));
const piece = new Struct([new Field('word', new Utf8(), true), new Field('at', new Int32())]);

function lines(): Table {
  const rows = [[['a', 'bc'], []], [], [['ä'], ['', '😀']], [['x']], [[], []]];
  return new Table({
    line: vectorFromArray(['a bc', '', 'ä  😀', 'one two three four', ' a']),
    n: vectorFromArray([0, 1, -2, 1, 0], new Int32()),
    rows: vectorFromArray(rows, new List(item(texts as never))) as Vector,
  }) as Table;
}

const told = (table: Table) => JSON.parse(JSON.stringify(table.toArray()));

for (const backend of backendsUnderTest) {
  describe(`lists in device tables on ${backend}`, () => {
    it('return unchanged, sliced and in chunks', async () => {
      const whole = vectorFromArray([['a', null, 'bc'], null, [], ['', 'ä'], null, ['z']], texts);
      const flags = vectorFromArray([[true, null], [], null, [false], [true], []], new List(item(new Bool())));
      const deep = vectorFromArray(
        [[[1, 2], null, []], null, [[null, 3]], [], [[]], [[4]]],
        new List(item(new List(item(new Float64())) as never)),
      );
      const points = vectorFromArray(
        [
          [{ word: 'a', at: 1 }],
          null,
          [],
          [
            { word: null, at: 2 },
            { word: 'ä', at: 3 },
          ],
          null,
          [{ word: '', at: 4 }],
        ],
        new List(item(piece)),
      );
      const table = new Table({ whole, flags, deep, points } as Record<string, Vector>);
      for (const some of [table, table.slice(1, 5), table.slice(3), table.slice(0, 0)]) {
        using held = await toDevice(some, { backend });
        expect(told(await held.toArrow())).toEqual(told(some));
        expect(held.byteLength).toBeGreaterThan(some.numRows > 0 ? 0 : -1);
      }
      using chunked = await toDevice(new Table([...table.slice(4).batches, ...table.slice(0, 4).batches]), { backend });
      expect(told(await chunked.toArrow())).toEqual([...told(table.slice(4)), ...told(table.slice(0, 4))]);
      expect(chunked.columns).toMatchObject([
        { name: 'whole', type: 'list', element: { type: 'utf8' }, nullCount: 2 },
        { name: 'flags', type: 'list', nullCount: 1 },
        { name: 'deep', type: 'list', element: { type: 'list', element: { type: 'float64' } }, nullCount: 1 },
        { name: 'points', type: 'list', nullCount: 2 },
      ]);
      using renamed = chunked.select(['points', 'whole']).rename({ points: 'p', whole: 'w' });
      expect(told(await renamed.toArrow())[2]).toEqual({ p: [{ word: 'a', at: 1 }], w: ['a', null, 'bc'] });
    });

    it('go from one transform to the next, where the first declares no nulls and the next does', async () => {
      const given = lines();
      using table = await toDevice(given, { backend });
      using made = await resident('residentMade')(table);
      using nulls = await resident('residentWithNulls')(made);
      using again = await resident('residentWithNulls')(nulls);
      using end = await resident('residentTold')(again);
      const expected = [given];
      for (const name of ['residentMade', 'residentWithNulls', 'residentWithNulls', 'residentTold'])
        expected.push(reference(name, expected.at(-1) as Table));
      const results = [made, nulls, again, end];
      for (const [at, result] of results.entries())
        expect(outcomeOf(await result.toArrow())).toEqual(outcomeOf(expected[at + 1] as Table));
    });

    it('stand in a result beside columns of the table', async () => {
      using table = await toDevice(lines(), { backend });
      using made = await resident('residentMade')(table);
      using both = table.select(['n']).assign(made.select(['words']));
      expect(told(await both.toArrow())[0]).toEqual({ n: 0, words: ['a', 'bc'] });
    });

    it('report the row of an undeclared null among elements', async () => {
      using table = await toDevice(lines(), { backend });
      using made = await resident('residentMade')(table);
      using strict = await resident('residentStrict')(made);
      expect((await strict.toArrow()).getChild('longest')?.toJSON()).toEqual(['bc', '', '😀', 'three', 'a']);
      using nulls = await resident('residentWithNulls')(made);
      await expect(resident('residentStrict')(nulls)).rejects.toThrow('column "words": row 3 is null');
      using some = nulls.select(['sizes']).assign(made.select(['words']));
      await expect(resident('residentStrict')(some)).rejects.toThrow(
        'column "sizes": element 1 of row 0 is null, but the elements are declared int32, not nullable(int32).',
      );
      // Nullable elements without a null are valid.
      using none = await toDevice(
        { words: vectorFromArray([['a'], []], texts), sizes: vectorFromArray([[1], []], new List(item(new Int32()))) },
        { backend },
      );
      using passed = await resident('residentWithNulls')(
        none.assign(
          await toDevice({ flags: flagsOf(2), rows: rowsOf(2), pieces: piecesOf(2), place: placesOf(2) }, { backend }),
        ),
      );
      using sure = await resident('residentStrict')(passed.select(['words', 'sizes']));
      expect((await sure.toArrow()).getChild('longest')?.toJSON()).toEqual(['a', '']);
    });

    it('name a failing row and the place in its list, and leave out such rows on request', async () => {
      using table = await toDevice(lines(), { backend });
      using made = await resident('residentMade')(table);
      await expect(resident('residentFailing')(made)).rejects.toThrow(/residentFailing: row 3, column "small"/);
      const collected = (await resident('residentFailing')(made, { onError: 'collect' })) as unknown as {
        readonly result: DeviceTable;
        readonly failedRows: number;
      };
      using result = collected.result;
      const expected = transformNamed(transforms, 'residentFailing').run.reference(
        reference('residentMade', lines()) as never,
        { onError: 'collect' } as never,
      ) as unknown as { readonly result: Table; readonly failedRows: number };
      expect(collected.failedRows).toBe(expected.failedRows);
      expect(outcomeOf(await result.toArrow())).toEqual(outcomeOf(expected.result));
    });

    it('report offsets that decrease or leave their elements when the table is made', async () => {
      const data = new Uint8Array(4).fill(97);
      const words = (valueOffsets: number[], inner: number[]) =>
        makeVector(
          makeData({
            type: new List(new Field('item', new Utf8(), false)),
            length: valueOffsets.length - 1,
            valueOffsets: Int32Array.from(valueOffsets),
            child: makeData({
              type: new Utf8(),
              length: inner.length - 1,
              valueOffsets: Int32Array.from(inner),
              data,
            }),
          }),
        );
      const fails = (vector: Vector) =>
        toDevice({ words: vector }, { backend }).then(String, (error: Error) => error.message);
      expect(await fails(words([0, 2, 1, 3], [0, 1, 2, 3]))).toContain(
        'toDevice: row 1, column "words": malformed offsets: the list runs from element 2 to element 1 of 3.',
      );
      expect(await fails(words([0, 2, 4], [0, 1, 2, 3]))).toContain(
        'row 1, column "words": malformed offsets: the list runs from element 2',
      );
      expect(await fails(words([0, 1, 3], [0, 2, 1, 3]))).toContain(
        'row 1, column "words": malformed offsets: element 0 runs from byte 2 to byte 1 of 4.',
      );
      expect(await fails(words([0, 1, 3], [0, 2, 9, 4]))).toContain(
        'row 1, column "words": malformed offsets: element 0 runs from byte 2 to byte 9 of 4.',
      );
      expect(await fails(words([0, 1, 3], [0, 2, 3, 9]))).toContain(
        'its offsets run from 0 to 9, but there are 4 bytes',
      );
      using sound = await toDevice({ words: words([1, 1, 3], [0, 2, 3, 4]) }, { backend });
      expect(told(await sound.toArrow())).toEqual([{ words: [] }, { words: ['a', 'a'] }]);
    });

    it('of nullable structs, and lists of such, return unchanged', async () => {
      const within = new List(item(new List(item(piece)) as never));
      const rows = [[[{ word: 'a', at: 1 }, null], null, []], null, [], [[{ word: null, at: 2 }]], [null, [null]]];
      const table = new Table({ within: vectorFromArray(rows, within) } as Record<string, Vector>);
      for (const some of [table, table.slice(1, 4), table.slice(3), table.slice(0, 0)]) {
        using held = await toDevice(some, { backend });
        expect(told(await held.toArrow())).toEqual(told(some));
        expect(held.columns).toMatchObject([{ name: 'within', type: 'list' }]);
      }
    });

    it('of structs go from one transform to the next, where the first declares no nulls and the next does', async () => {
      const given = lines();
      using table = await toDevice(given, { backend });
      using made = await resident('residentNested')(table);
      using loose = await resident('residentNestedLoose')(made);
      using again = await resident('residentNestedLoose')(loose);
      using strict = await resident('residentNestedStrict')(made);
      const nested = reference('residentNested', given);
      const nulls = reference('residentNestedLoose', nested);
      expect(outcomeOf(await made.toArrow())).toEqual(outcomeOf(nested));
      expect(outcomeOf(await loose.toArrow())).toEqual(outcomeOf(nulls));
      expect(outcomeOf(await again.toArrow())).toEqual(outcomeOf(reference('residentNestedLoose', nulls)));
      expect(outcomeOf(await strict.toArrow())).toEqual(outcomeOf(reference('residentNestedStrict', nested)));
      // The source may be disposed of first.
      using people = made.select(['people']).assign(loose.select(['some']));
      made.dispose();
      using later = await resident('residentNestedLoose')(people);
      expect(later.numRows).toBe(given.numRows);
    });

    it('reject undeclared null structs when a call takes Arrow data', async () => {
      const home = new Struct([new Field('city', new Utf8(), true), new Field('zip', new Int32(), true)]);
      const person = new Struct([
        new Field('name', new Utf8(), true),
        new Field('homes', new List(item(home)) as never, true),
      ]);
      const peopleOf = (rows: readonly unknown[]) => vectorFromArray(rows, new List(item(person))) as Vector;
      const sound = { name: 'a', homes: [{ city: 'b', zip: 1 }] };
      const cases: readonly (readonly [string, readonly unknown[]])[] = [
        ['column "people": row 1 is null as a whole, but the list is not declared nullable.', [[sound], null]],
        ['column "people": element 1 of row 1 is null as a whole', [[], [sound, null]]],
        ['column "people.homes": element 0 of row 1 is null as a whole', [[sound], [{ name: 'c', homes: null }]]],
        [
          'column "people.homes": element 1 of element 0 of row 0 is null',
          [[{ name: 'c', homes: [sound.homes[0], null] }]],
        ],
        ['column "people.name": element 1 of row 0 is null', [[sound, { name: null, homes: [] }]]],
        [
          'column "people.homes.zip": element 0 of element 0 of row 2 is null',
          [[], [], [{ name: 'c', homes: [{ city: 'd', zip: null }] }]],
        ],
      ];
      for (const [message, rows] of cases) {
        using table = await toDevice({ people: peopleOf(rows) }, { backend });
        const strict = transformNamed(transforms, 'residentNestedStrict').run;
        const ofArrow = strict({ people: peopleOf(rows) }, { backend }).then(String, (error: Error) => error.message);
        expect(await ofArrow).toContain(message);
        const ofTable = resident('residentNestedStrict')(table).then(String, (error: Error) => error.message);
        expect(await ofTable).toBe(await ofArrow);
      }
      const some = vectorFromArray(
        [[]],
        new List(item(new Struct([new Field('name', new Utf8(), true), new Field('tags', texts as never, true)]))),
      );
      // A required field may be null where its struct is null.
      const loose = resident('residentNestedLoose');
      using fine = await toDevice(
        { people: peopleOf([[null, { name: 'a', homes: null }]]), some: some as Vector },
        { backend },
      );
      expect((await (await loose(fine)).toArrow()).getChild('told')?.toJSON()).toEqual(['undefined: a:']);
      using wrong = await toDevice(
        { people: peopleOf([[null, { name: null, homes: null }]]), some: some as Vector },
        { backend },
      );
      await expect(loose(wrong)).rejects.toThrow('column "people.name": element 1 of row 0 is null');
    });

    it('accept a struct that is never null for a nullable one, with its lists', async () => {
      using table = await toDevice(lines(), { backend });
      using made = await resident('residentMade')(table);
      expect(made.columns.map(({ name, type }) => `${name}: ${type}`)).toContain('place: struct');
      using told = await resident('residentTold')(made);
      expect(outcomeOf(await told.toArrow())).toEqual(
        outcomeOf(reference('residentTold', reference('residentMade', lines()))),
      );
    });
  });
}

function flagsOf(length: number): Vector {
  return vectorFromArray(
    Array.from({ length }, () => [true]),
    new List(item(new Bool())),
  );
}
function rowsOf(length: number): Vector {
  return vectorFromArray(
    Array.from({ length }, () => [['r']]),
    new List(item(texts as never)),
  );
}
function piecesOf(length: number): Vector {
  return vectorFromArray(
    Array.from({ length }, () => [{ word: 'w', at: 1 }]),
    new List(item(piece)),
  );
}
function placesOf(length: number): Vector {
  const type = new Struct([new Field('first', new Utf8()), new Field('tags', texts as never)]);
  return vectorFromArray(
    Array.from({ length }, () => ({ first: 'f', tags: ['t'] })),
    type as never,
  );
}
