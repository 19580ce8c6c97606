import type { Aggregation, InputColumn } from '@rowfuse/runtime';
import {
  Bool,
  Float64,
  Int32,
  Int64,
  makeData,
  makeVector,
  type RecordBatch,
  Table,
  TimestampSecond,
  tableFromArrays,
  tableToIPC,
  Uint64,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, rowsOf } from './compiled.js';

type Any = Aggregation<Record<string, unknown>, Table>;

const text = `
import { aggregate, any, bool, collect, count, countDistinct, every, expand, first, float64, int32, int64, last, max, mean, min,
  nullable, pipe, stddev, sum, timestamp, transform, uint64, utf8, variance } from 'rowfuse';

export const everything = aggregate({
  input: { k: nullable(utf8), n: nullable(int32), x: nullable(float64), b: nullable(bool), s: nullable(utf8), unused: utf8 },
  key: 'k',
  output: {
    rows: count(), present: count('n'), total: sum('n'), average: mean('n'), low: min('n'), high: max('n'),
    xTotal: sum('x'), xLow: min('x'), xHigh: max('x'), spread: variance('n'), deviation: stddev('x'),
    one: any('b'), all: every('b'), head: first('s'), tail: last('s'), least: min('s'), most: max('s'),
    different: countDistinct('s'), list: collect('s'),
  },
});

export const byNumbers = aggregate({ input: { x: nullable(float64), b: bool }, key: ['x', 'b'], output: { n: count() } });
export const whole = aggregate({ input: { n: int64, u: uint64 }, key: [], output: { n: sum('n'), u: sum('u') } });
export const rowCount = aggregate({ input: { n: int32 }, key: [], output: { rows: count() } });
export const floats = aggregate({ input: { x: float64 }, key: [], output: { total: sum('x'), mean: mean('x'), spread: variance('x') } });
export const times = aggregate({ input: { t: timestamp('s') }, key: 't', output: { n: count(), latest: max('t') } });

const words = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8, length: int32 },
  keep: ['id'],
  params: { least: int32 },
  *rows({ line }, { params }) { for (const word of line.split(' ')) if (word.length >= params.least) yield { word, length: word.length }; },
});
export const wordCounts = aggregate({ from: words, key: 'word', output: { n: count(), ids: collect('id') } });

const positive = transform({
  input: { n: int32 },
  output: { n: int32, checked: int32 },
  where: ({ n }) => n !== 0,
  row({ n }) { if (n < 0) throw new Error('negative'); return { n, checked: n * 1000000 }; },
});
export const counted = aggregate({ from: positive, key: [], output: { n: count() } });
export const summed = aggregate({ from: positive, key: [], output: { total: sum('n') } });
export const judged = aggregate({ from: positive, key: [], output: { total: sum('checked') } });

const trimmed = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name.trim() });
const upper = transform({ input: { words: utf8 }, output: utf8, row: ({ words }) => words.toUpperCase() });
const both = pipe(trimmed, upper);
export const names = aggregate({ from: both, key: 'both', output: { n: count() }, order: 'none' });
export const single = aggregate({ from: trimmed, key: [], output: { n: count(), longest: max('trimmed') } });
`;

let built: Record<string, Any>;
beforeAll(async () => {
  built = await compiled<Record<string, Any>>(text);
});
const call = (name: string): Any => {
  const found = built[name];
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const rows = async (
  name: string,
  input: Record<string, unknown>,
  options: object = {},
): Promise<Record<string, unknown>[]> => {
  const js = await call(name)(input, { ...options, backend: 'js' });
  const reference = call(name).reference(input, options);
  expect(rowsOf(js)).toEqual(rowsOf(reference));
  return rowsOf(js);
};

describe('groups', () => {
  test('support all aggregates; only first, last, collect and count() see nulls', async () => {
    const input = {
      k: vectorFromArray(['b', null, 'a', 'b', 'b'], new Utf8()),
      n: vectorFromArray([1, null, 5, null, 4], new Int32()),
      x: vectorFromArray([0.1, null, 7, 0.2, 0.3], new Float64()),
      b: vectorFromArray([true, null, false, null, true], new Bool()),
      s: vectorFromArray([null, null, 'é', 'z', 'z'], new Utf8()),
      unused: vectorFromArray(['', '', '', '', ''], new Utf8()),
    };
    const [a, b, nothing] = await rows('everything', input);
    expect(a).toMatchObject({ k: 'a', rows: 1n, total: 5n, average: 5, spread: null, deviation: null, all: false });
    expect(b).toMatchObject({ k: 'b', rows: 3n, present: 2n, total: 5n, average: 2.5, low: 1, high: 4, spread: 4.5 });
    expect(b).toMatchObject({ one: true, all: true, head: null, tail: 'z', least: 'z', most: 'z', different: 1n });
    expect(b?.xTotal).toBe(0.6);
    expect(b?.deviation).toBeCloseTo(0.1, 15);
    expect(b?.list).toEqual([null, 'z', 'z']);
    expect(nothing).toMatchObject({ k: null, rows: 1n, present: 0n, total: null, average: null, low: null, one: null });
  });

  test('of numbers are sorted: -0 equals 0, NaN comes after all numbers, and null comes last', async () => {
    const x = vectorFromArray([null, Number.NaN, 0, -0, Number.POSITIVE_INFINITY, -1, Number.NaN], new Float64());
    const b = vectorFromArray([true, true, true, true, false, true, false], new Bool());
    expect(await rows('byNumbers', { x, b })).toEqual([
      { x: -1, b: true, n: 1n },
      { x: 0, b: true, n: 2n },
      { x: Number.POSITIVE_INFINITY, b: false, n: 1n },
      { x: Number.NaN, b: false, n: 1n },
      { x: Number.NaN, b: true, n: 1n },
      { x: null, b: true, n: 1n },
    ]);
  });

  test('without a key are one, and without rows there is none', async () => {
    expect(await rows('rowCount', { n: [1, 2, 3] })).toEqual([{ rows: 3n }]);
    expect(await rows('rowCount', { n: new Int32Array() })).toEqual([]);
  });

  test('of times use the stored values, which are finer than the milliseconds of a number', async () => {
    const data = BigInt64Array.of(2n ** 53n + 1n, 2n ** 53n);
    const t = makeVector(makeData({ type: new TimestampSecond(), length: 2, nullCount: 0, data }));
    const table = await call('times')({ t }, { backend: 'js' });
    expect(table.getChild('t')?.data[0]?.values).toEqual(BigInt64Array.of(2n ** 53n, 2n ** 53n + 1n));
  });

  test('cover the rows that expand yields, with the columns it keeps, and params', async () => {
    const input = { id: Int32Array.of(7, 8), line: ['a bb a', 'bb ccc'] };
    expect(await rows('wordCounts', input, { params: { least: 2 } })).toEqual([
      { word: 'bb', n: 2n, ids: [7, 8] },
      { word: 'ccc', n: 1n, ids: [8] },
    ]);
  });

  test("cover the output of a pipe, under the pipe's name", async () => {
    expect(await rows('names', { name: [' b', 'B ', 'a'] })).toEqual([
      { both: 'B', n: 2n },
      { both: 'A', n: 1n },
    ]);
    expect(await rows('single', { name: [' b', 'B ', 'a'] })).toEqual([{ n: 3n, longest: 'b' }]);
  });
});

describe('rows', () => {
  test('that are filtered out belong to no group, and those that fail reject the call', async () => {
    expect(await rows('counted', { n: [1, 0, 2] })).toEqual([{ n: 2n }]);
    const failing = { n: [1, 0, -2] };
    await expect(call('counted')(failing, { backend: 'js' })).rejects.toMatchObject({ code: 'RowError', row: 2 });
    expect(() => call('summed').reference(failing)).toThrow('row 2: the row function threw Error: negative');
  });

  test('that fail belong to no group and are reported, with onError', async () => {
    const options = { backend: 'js', onError: 'collect' } as const;
    const { result, errors, failedRows } = await call('summed')({ n: [1, -3, 2] }, options);
    expect(rowsOf(result)).toEqual([{ total: 3n }]);
    expect(errors.map(({ row }) => row)).toEqual([1]);
    expect(failedRows).toBe(1);
  });

  test('fail for a value that the column cannot hold only where that column is grouped', async () => {
    expect(await rows('summed', { n: [3000] })).toEqual([{ total: 3000n }]);
    await expect(call('judged')({ n: [3000] }, { backend: 'js' })).rejects.toThrow('column "checked"');
  });
});

describe('sums', () => {
  test('of integers are exact, and refused if their type cannot hold them', async () => {
    const most = 2n ** 63n - 1n;
    const ns = (...values: bigint[]) => vectorFromArray(values, new Int64());
    const us = (...values: bigint[]) => vectorFromArray(values, new Uint64());
    expect(await rows('whole', { n: ns(most, most, -most), u: us(1n, 2n, 3n) })).toEqual([{ n: most, u: 6n }]);
    const past = call('whole')({ n: ns(most, 1n), u: us(0n, 0n) }, { backend: 'js' });
    await expect(past).rejects.toMatchObject({ code: 'GroupError', column: 'n' });
  });

  test('of doubles do not depend on the order of the rows', async () => {
    const values = [1e16, 1, -1e16, 0.1, 3e-9, Number.MIN_VALUE, 1e300, -1e300, 2 ** 60 + 2 ** 8];
    const sums = [values, [...values].reverse(), [...values].sort()].map((x) => call('floats').reference({ x }));
    const [first, ...others] = sums.map((table) => rowsOf(table));
    for (const other of others) expect(other).toEqual(first);
  });

  test('of doubles are rounded once', async () => {
    const totalOf = (x: number[]) => rowsOf(call('floats').reference({ x }))[0]?.total;
    expect(totalOf([0.1, 0.2, 0.3])).toBe(0.6);
    expect(totalOf([1, 2 ** -53, 2 ** -100])).toBe(1 + 2 ** -52);
    expect(totalOf([1, 2 ** -53])).toBe(1);
    expect(totalOf([Number.MIN_VALUE, Number.MIN_VALUE])).toBe(2 * Number.MIN_VALUE);
    expect(totalOf([Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
    expect(totalOf([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.POSITIVE_INFINITY);
    expect(Object.is(totalOf([-0, -0]), 0)).toBe(true);
    expect(totalOf([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBeNaN();
    expect(totalOf([Number.POSITIVE_INFINITY, Number.MAX_VALUE])).toBe(Number.POSITIVE_INFINITY);
  });

  test('of doubles drop terms below the window of the largest term, in any order', () => {
    const totalOf = (x: number[]) => rowsOf(call('floats').reference({ x }))[0]?.total;
    // 2^200 opens a window down to 2^78. Smaller terms are no part of the sum even if the terms above cancel.
    expect(totalOf([2 ** 200, 2 ** 20, -(2 ** 200)])).toBe(0);
    expect(totalOf([2 ** 20, 2 ** 200, -(2 ** 200)])).toBe(0);
    expect(totalOf([2 ** 200, 2 ** 110, -(2 ** 200)])).toBe(2 ** 110);
  });

  test('of doubles give variances without cancellation errors', () => {
    const spreadOf = (x: number[]) => rowsOf(call('floats').reference({ x }))[0]?.spread;
    expect(spreadOf([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBe(30);
    expect(spreadOf([0.1, 0.1, 0.1])).toBe(0);
    expect(spreadOf([1e-160, 3e-160])).toBe(2e-320);
    expect(spreadOf([1e154, -1e154])).toBe(2 * 1e154 * 1e154);
    expect(spreadOf([1, Number.NaN])).toBeNaN();
  });
});

describe('calls', () => {
  test('take tables, batches, IPC, and streams of batches', async () => {
    const table = tableFromArrays({ n: Int32Array.of(1, 2, 3, 0) });
    const expected = [{ total: 6n }];
    expect(rowsOf(await call('summed')(table, { backend: 'js' }))).toEqual(expected);
    expect(rowsOf(await call('summed')(table.batches[0] as never, { backend: 'js' }))).toEqual(expected);
    const batches = [...table.batches, ...tableFromArrays({ n: Int32Array.of(10) }).batches];
    expect(rowsOf(await call('summed').stream(batches, { backend: 'js' }))).toEqual([{ total: 16n }]);
    const bytes = tableToIPC(new Table(batches));
    expect(rowsOf(await call('summed')(bytes, { backend: 'js' }))).toEqual([{ total: 16n }]);
    const chunks = [bytes.subarray(0, 100), bytes.subarray(100)];
    expect(rowsOf(await call('summed').stream(chunks, { backend: 'js' }))).toEqual([{ total: 16n }]);
    const cut = call('summed').stream([bytes.subarray(0, bytes.length - 50)], { backend: 'js' });
    await expect(cut).rejects.toMatchObject({ code: 'SchemaError', batch: 1 });
    const failing = [...table.batches, ...tableFromArrays({ n: Int32Array.of(-1) }).batches];
    const error = { code: 'RowError', row: 4, batch: 1 };
    await expect(call('summed').stream(failing, { backend: 'js' })).rejects.toMatchObject(error);
  });

  test('refuse a stream element that is no batch, say what to pass, and close the source', async () => {
    const table = tableFromArrays({ n: Int32Array.of(1) });
    let isClosed = false;
    function* source(last: unknown) {
      try {
        yield table.batches[0];
        yield last;
      } finally {
        isClosed = true;
      }
    }
    const refused = call('summed').stream(source(table) as never, { backend: 'js' });
    await expect(refused).rejects.toMatchObject({ code: 'SchemaError', batch: 1 });
    await expect(refused).rejects.toThrow(
      'summed.stream: the source gave a Table, not a RecordBatch. Pass the batches of each table one by one',
    );
    expect(isClosed).toBe(true);
    await expect(call('summed').stream(source('1') as never, { backend: 'js' })).rejects.toThrow('gave a string');
    expect(rowsOf(await call('summed').stream(table.batches, { backend: 'js' }))).toEqual([{ total: 1n }]);
  });

  test('stop at their signal while the source is silent', async () => {
    let reason: unknown;
    const never = new ReadableStream<RecordBatch>({
      pull: () => new Promise(() => {}),
      cancel(given) {
        reason = given;
      },
    });
    const stop = new AbortController();
    const waiting = call('summed').stream(never as never, { backend: 'js', signal: stop.signal });
    setTimeout(() => stop.abort(new Error('too late')), 10);
    await expect(waiting).rejects.toThrow('too late');
    expect(reason).toMatchObject({ message: 'too late' });
  });

  test('stop at their signal and report its reason', async () => {
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(call('summed')({ n: [1] }, { backend: 'js', signal: stop })).rejects.toThrow('enough');
    const options = { out: {} } as never;
    await expect(call('summed')({ n: [1] }, options)).rejects.toThrow('unknown option "out"');
    expect(call('wordCounts').output.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'word: utf8',
      'n: int64',
      'ids: list',
    ]);
    const [id] = call('wordCounts').input as readonly InputColumn[];
    expect(id?.name).toBe('id');
  });
});
