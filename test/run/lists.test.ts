import { RowError, SchemaError } from '@rowfuse/runtime';
import {
  Field,
  Float64,
  LargeUtf8,
  makeData,
  makeVector,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { dictionaryVector, largeUtf8Vector, textsOf, utf8Vector } from '../runtime/text-vectors.js';
import { type BuiltTransform, builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { listVector } from './list-vectors.js';

let transforms: readonly BuiltTransform[] = [];
beforeAll(async () => {
  transforms = await builtTransforms();
});

const named = (name: string) => transformNamed(transforms, name).run;

const numbers = makeVector(Float64Array.of(1, 2, 3, 4));
const broken = makeVector(
  makeData({
    type: new Utf8(),
    length: 3,
    valueOffsets: Int32Array.of(0, 1, 2, 3),
    data: Uint8Array.of(0x61, 0xff, 0x62),
  }),
);

for (const backend of backendsUnderTest) {
  describe(`lists on ${backend}`, () => {
    const call = (name: string, columns: Record<string, unknown>, options = {}) =>
      named(name)(columns as Record<string, Vector>, { backend, ...options }) as Promise<Table>;
    const errorOf = async (name: string, columns: Record<string, unknown>) => {
      const error = await call(name, columns).catch((caught: unknown) => caught);
      if (error instanceof RowError || error instanceof SchemaError) return error;
      throw new Error(`no error of a row: ${String(error)}`);
    };
    const joined = (table: Table) => textsOf(table.getChild('joined') as Vector);

    it('fail the row of ragged offsets, by its number', async () => {
      const i = Int32Array.of(0, 0, 0);
      for (const [offsets, row, message] of [
        [[0, 2, 1, 4], 1, 'the list runs from element 2 to element 1 of 4'],
        [[0, 1, 2, 5], 2, 'the list runs from element 2 to element 5 of 4'],
        [[-1, 1, 2, 3], 0, 'the list runs from element -1 to element 1 of 4'],
        [[0, 2 ** 31 - 1, 2, 3], 0, 'the list runs from element 0 to element 2147483647 of 4'],
        // The last offset is not the highest, and rows before it are valid.
        [[0, 3, 4, 2], 2, 'the list runs from element 4 to element 2 of 4'],
        [[2, 4, 1, 3], 1, 'the list runs from element 4 to element 1 of 4'],
      ] as const) {
        const error = await errorOf('listOfNumbers', { xs: listVector(offsets, numbers), i });
        expect(error).toMatchObject({ code: 'RowError', row, column: 'xs' });
        expect(error.message).toContain(`row ${row}, column "xs": malformed offsets: ${message}`);
      }
      const error = await errorOf('listOfTexts', {
        tags: listVector([0, 2, 1, 3], utf8Vector(['a', 'b', 'c'])),
        s: ['', '', ''],
      });
      expect(error).toMatchObject({ code: 'RowError', row: 1, column: 'tags' });
      expect(joined(await call('listOfNumbers', { xs: listVector([0, 2, 2, 4], numbers), i }))).toEqual([
        '1 2',
        '',
        '3 4',
      ]);
    });

    it('fail only the row of an element with invalid UTF-8', async () => {
      const tags = listVector([0, 1, 2, 3], broken);
      expect(await errorOf('listOfTexts', { tags, s: ['', '', ''] })).toMatchObject({
        row: 1,
        column: 'tags',
        byte: 0,
      });
      expect(joined(await call('listOfTexts', { tags: listVector([0, 1, 1], broken), s: ['', ''] }))).toEqual([
        'a',
        '',
      ]);
    });

    it('report the row of an undeclared null among elements', async () => {
      const tags = listVector([0, 1, 3], utf8Vector(['a', 'b', null]));
      const error = await errorOf('listOfTexts', { tags, s: ['', ''] });
      expect(error.message).toContain(
        'column "tags": element 1 of row 1 is null, but the elements are declared utf8, not nullable(utf8)',
      );
      const hidden = listVector([0, 1, 2, 3], utf8Vector(['a', null, 'c']), Uint8Array.of(0b101));
      expect((await errorOf('listOfTexts', { tags: hidden, s: ['', '', ''] })).message).toContain('row 1 is null');
    });

    it('take text of every layout, tables of IPC and plain arrays', async () => {
      const words = ['a', 'b', 'ü', 'a'];
      const s = utf8Vector(['-', '+']);
      for (const elements of [
        utf8Vector(words),
        largeUtf8Vector(words),
        dictionaryVector(words),
        dictionaryVector(words, { entries: largeUtf8Vector }),
      ]) {
        expect(joined(await call('listOfTexts', { tags: listVector([0, 3, 4], elements), s }))).toEqual(['a-b-ü', 'a']);
      }
      const table = tableFromIPC(tableToIPC(new Table({ tags: listVector([0, 3, 4], utf8Vector(words)), s })));
      expect(joined((await named('listOfTexts')(table, { backend })) as Table)).toEqual(['a-b-ü', 'a']);
      expect(joined(await call('listOfTexts', { tags: [['a', 'b'], []], s: ['-', '+'] }))).toEqual(['a-b', '']);
      expect(joined(await call('listOfNumbers', { xs: [[1.5, -0], [Number.NaN]], i: [0, 0] }))).toEqual([
        '1.5 0',
        'NaN',
      ]);
      const wrong = await errorOf('listOfNumbers', { xs: [[1], ['2']], i: [0, 0] });
      expect(wrong.message).toContain('element 0 of row 1 is "2", but the elements are declared float64');
    });

    it('refuse lists of other elements, and structs, and propose a cast', async () => {
      const whole = listVector([0, 1], makeVector(Int32Array.of(1)));
      expect((await errorOf('listOfNumbers', { xs: whole, i: [0] })).message).toContain(
        'column "xs": got List<Int32>, declared list(float64). Cast it where it is made; in Python: column.cast(pa.list_(pa.float64())), or declare it list(nullable(int32)).',
      );
      const structs = vectorFromArray([{ x: 1 }], new Struct([new Field('x', new Float64())]));
      expect((await errorOf('listOfNumbers', { xs: structs, i: [0] })).code).toBe('SchemaError');
      expect(
        (await errorOf('listOfNumbers', { xs: listVector([0, 1], vectorFromArray(['a'], new LargeUtf8())), i: [0] }))
          .message,
      ).toContain('got List<LargeUtf8>');
    });

    it('refuse a device table without the list, or with one of other elements', async () => {
      const toDevice = await builtToDevice();
      using table = await toDevice({ name: utf8Vector(['a']) }, { backend });
      await expect(named('listWhere')(table as never, {})).rejects.toThrow('"xs" (list(int32)) is missing');
      const xs = listVector([0, 1], makeVector(Float64Array.of(1)));
      using other = await toDevice({ name: utf8Vector(['a']), xs }, { backend });
      await expect(named('listWhere')(other as never, {})).rejects.toThrow(
        'column "xs": the device table has list(nullable(float64)), declared list(int32).',
      );
    });
  });
}
