import { Float64, Int32, Int64, type Table, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms, transformNamed } from './built-transforms.js';

const transforms = await builtTransforms();
const named = (name: string) => transformNamed(transforms, name).run;
const integers = (values: readonly number[]) => vectorFromArray(values.map(BigInt), new Int64());
const doubles = (values: readonly (number | null)[]) => vectorFromArray(values, new Float64());
const column = (result: Table | Vector, name: string) => [...((result as Table).getChild(name) ?? [])];

/** Python functions over series and frames of cuDF, as row functions: the recipes of docs/guides/windows.md. */
describe.each(backendsUnderTest)('%s', (backend) => {
  it('runs applymap with a power', async () => {
    const columns = { n: integers([-3, -1, 0, 1, 2, 10, 2_000_000]), x: doubles([-3, -0.5, 0, 1, 2, 10, 0.25]) };
    const result = await named('poweredValues')(columns, { backend });
    expect(column(result, 'cube')).toEqual([-27n, -1n, 0n, 1n, 8n, 1000n, 8_000_000_000_000_000_000n]);
    expect(column(result, 'square')).toEqual([9, 0.25, 0, 1, 4, 100, 0.0625]);
    expect(column(result, 'root').slice(2)).toEqual([0, 1, Math.SQRT2, Math.sqrt(10), 0.5]);
    expect(column(result, 'root').slice(0, 2)).toEqual([Number.NaN, Number.NaN]);
  });

  it('runs applymap with membership', async () => {
    const selected = await named('selectedValues')({ n: integers([0, 1, 2, 3, 4, 5, 7, 11, 12, -2]) }, { backend });
    expect([...(selected as Vector)]).toEqual([false, false, true, true, false, true, true, true, false, false]);
  });

  it('runs rolling(3, 1) with a user-defined sum', async () => {
    const sums = await named('rollingUserSum')({ x: doubles([1, 2, 3, 4, 5, 6]) }, { backend });
    expect([...(sums as Vector)]).toEqual([1, 3, 6, 9, 12, 15]);
    const sparse = await named('rollingUserSum')({ x: doubles([null, 2, null, null, null, 6]) }, { backend });
    expect([...(sparse as Vector)]).toEqual([null, 2, 2, 2, null, 6]);
  });

  it('runs rolling(3, min_periods=3) with a greatest root', async () => {
    const roots = await named('rollingRoots')({ x: doubles([16, 25, 36, 49, 64, 81]) }, { backend });
    expect([...(roots as Vector)]).toEqual([null, null, 6, 7, 100, 9]);
  });

  it('runs apply_rows', async () => {
    const columns = { price: doubles([2, 4, 1.5]), quantity: vectorFromArray([3, null, 10], new Int32()) };
    const result = await named('billedRows')(columns, { backend, params: { rate: 0.5 } });
    expect(column(result, 'net')).toEqual([6, null, 13.5]);
    expect(column(result, 'gross')).toEqual([9, null, 20.25]);
  });

  it('runs apply_chunks', async () => {
    const columns = { chunk: vectorFromArray([0, 0, 0, 1, 1, 2], new Int32()), x: doubles([8, 16, 0, 4, 0, -1]) };
    const result = await named('levelsOfChunks')(columns, { backend });
    expect(column(result, 'level')).toEqual([8, 10, 7.5, 4, 3, -1]);
    expect(column(result, 'place')).toEqual([0, 1, 2, 0, 1, 0]);
  });
});
