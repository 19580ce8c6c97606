import {
  Field,
  Float64,
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
import { utf8Vector } from '../runtime/text-vectors.js';
import { type BuiltTransform, builtTransforms } from './built-transforms.js';

let transforms: readonly BuiltTransform[] = [];
beforeAll(async () => {
  transforms = await builtTransforms();
});

const named = (name: string) => {
  const found = transforms.find((transform) => transform.name === name);
  if (!found) throw new Error(`no transform ${name}`);
  return found.run;
};

const point = new Struct([new Field('x', new Float64()), new Field('y', new Float64())]);

function points(x: readonly number[], y: readonly number[], nulls?: Uint8Array): Vector {
  const children = [x, y].map((values) => makeData({ type: new Float64(), data: Float64Array.from(values) }));
  return makeVector(
    makeData({
      type: point,
      length: x.length,
      children,
      ...(nulls ? { nullBitmap: nulls, nullCount: -1 } : { nullCount: 0 }),
    }),
  );
}

const names = vectorFromArray(
  [
    { name: 'a', flag: true },
    { name: 'bc', flag: null },
    { name: '', flag: false },
  ],
  new Struct([new Field('name', new Utf8()), new Field('flag', vectorFromArray([true]).type, true)]),
);

for (const backend of backendsUnderTest) {
  describe(`structs on ${backend}`, () => {
    const call = (name: string, columns: unknown) =>
      named(name)(columns as Record<string, Vector>, { backend }) as Promise<Table>;
    const rows = (table: Table) => JSON.parse(JSON.stringify(table.toArray()));
    const expected = [
      { p: { x: 1, y: 4 }, moved: { x: 2, y: 4 }, q: { name: 'a', flag: true, length: 1 } },
      { p: { x: 2, y: 5 }, moved: { x: 3, y: 5 }, q: { name: 'bc', flag: null, length: 2 } },
      { p: { x: 3, y: 6 }, moved: { x: 4, y: 6 }, q: { name: '', flag: false, length: 0 } },
    ];

    it('vectors, slices, tables, IPC and plain arrays', async () => {
      const p = points([1, 2, 3], [4, 5, 6]);
      expect(rows(await call('structThrough', { p, q: names }))).toEqual(expected);
      expect(rows(await call('structThrough', { p: p.slice(1), q: names.slice(1) }))).toEqual(expected.slice(1));
      const table = new Table({ p, q: names });
      expect(rows(await call('structThrough', table))).toEqual(expected);
      const read = tableFromIPC(tableToIPC(table));
      expect(rows(await call('structThrough', read.slice(1, 3)))).toEqual(expected.slice(1));
      const plain = { p: expected.map((row) => row.p), q: expected.map((row) => row.q) };
      expect(rows(await call('structThrough', plain))).toEqual(expected);
      const result = await call('structThrough', table);
      expect(rows(tableFromIPC(tableToIPC(result)))).toEqual(expected);
      expect(rows(await call('structThrough', result))).toEqual(expected);
    });

    it('a struct that is null as a whole, a missing field, another type', async () => {
      const q = names;
      const fails = (p: unknown) => call('structThrough', { p, q }).then(String, (error: Error) => error.message);
      expect(await fails(points([1, 2, 3], [4, 5, 6], Uint8Array.of(0b101)))).toBe(
        'Column "p": row 1 is null as a whole, and only the fields of a struct may be. Make its fields null instead, and declare them nullable.',
      );
      expect(await fails(vectorFromArray([{ x: 1 }], new Struct([new Field('x', new Float64())])))).toContain(
        'Column "p": got Struct<{x:Float64}>, which has no field "y", but "x"',
      );
      expect(await fails(utf8Vector(['a', 'b', 'c']))).toContain('Column "p": got Utf8, which has no field "x"');
      const text = vectorFromArray(
        [
          { x: 'a', y: 1 },
          { x: 'b', y: 1 },
          { x: 'c', y: 1 },
        ],
        new Struct<{ x: Utf8; y: Float64 }>([new Field('x', new Utf8()), new Field('y', new Float64())]),
      );
      expect(await fails(text)).toContain('Column "p.x": got Utf8, declared float64.');
      expect(await fails([{ x: 1, y: 2 }, { x: 1 }, { x: 3, y: 3 }])).toContain(
        'Column "p.y": row 1 is null, but the column is declared float64',
      );
      expect(await fails([{ x: 1, y: 2 }, { x: '1', y: 2 }, null])).toContain(
        'Column "p.x": element 1 of the array is "1"',
      );
    });

    it('the next call works', async () => {
      const table = await call('structFiltered', { p: points([0, 3], [0.5, -4]), name: ['a', 'b'] });
      expect(rows(table)).toEqual([{ q: { norm: 7, name: 'b' } }]);
    });
  });
}
