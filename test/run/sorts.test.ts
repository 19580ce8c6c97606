import { Field, Float64, List, makeData, Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms, transformNamed } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** A list column with these rows. */
function lists(rows: readonly Float64Array[]): Vector<List<Float64>> {
  const size = rows.reduce((sum, { length }) => sum + length, 0);
  const values = new Float64Array(size);
  const valueOffsets = new Int32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    values.set(row, valueOffsets[index] ?? 0);
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + row.length;
  }
  const child = makeData({ type: new Float64(), length: size, data: values, nullCount: 0 });
  const type = new List(new Field('item', new Float64(), false));
  return new Vector([makeData({ type, length: rows.length, valueOffsets, child, nullCount: 0 })]);
}

/** Numbers in random order, ascending, descending, in waves, of a few values, and two sorted runs. */
function shapes(size: number): readonly Float64Array[] {
  const of = (value: (index: number) => number) => Float64Array.from({ length: size }, (_, index) => value(index));
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 4;
  };
  return [
    of(random),
    of((index) => index),
    of((index) => size - index),
    of((index) => index % 1009),
    of(() => random() % 7),
    of((index) => (2 * index) % (size + 1)),
  ];
}

describe('rows with long arrays are sorted', async () => {
  const { run } = transformNamed(await builtTransforms(), 'sortLong');
  for (const backend of backendsUnderTest) {
    // One row has one thread of a GPU, and Node's own sort needs no test.
    const size = backend === 'cpu' ? 200_000 : 20_000;
    it(`on ${backend}, ${size} numbers at a time, in n log n steps`, async () => {
      const x = lists(shapes(size));
      const expected = outcomeOf(run.reference({ x }));
      const start = performance.now();
      expect(await run({ x }, { backend }).then(outcomeOf)).toEqual(expected);
      // A sort by insertion alone takes 42 s per row.
      expect(performance.now() - start).toBeLessThan(30_000);
    });
  }
});
