import { bool, float64, int8, int32, int64, list, nullable, rolling, timestamp, uint64, utf8 } from 'rowfuse';

/** Every reduction, in partitions whose rows need not be adjacent, over more than one level of blocks. */
export const partitionedSummary = rolling({
  input: { key: nullable(int8), x: nullable(float64), n: int64, m: nullable(uint64), ok: bool },
  output: {
    sum: nullable(float64),
    mean: nullable(float64),
    min: nullable(float64),
    max: nullable(float64),
    variance: nullable(float64),
    stddev: nullable(float64),
    count: nullable(int32),
    least: nullable(int64),
    most: nullable(uint64),
    spread: nullable(float64),
    known: nullable(int32),
    first: nullable(bool),
  },
  window: { preceding: 700, following: 30, minPeriods: 0 },
  partitionBy: 'key',
  frame: ({ x, n, m, ok }) => ({
    sum: x.sum(),
    mean: x.mean(),
    min: x.min(),
    max: x.max(),
    variance: x.variance(),
    stddev: x.stddev(),
    count: x.count(),
    least: n.min(),
    most: m.max(),
    spread: n.stddev(),
    known: ok.count() - m.count(),
    first: ok.first(),
  }),
});

/** By value, of numbers that are never null, and sums of bigints, as text. */
export const closeSummary = rolling({
  input: { at: float64, x: float64, n: int64 },
  output: { sum: float64, mean: float64, min: float64, max: float64, variance: nullable(float64), total: utf8, rows: int32 },
  window: { on: 'at', range: 250, following: 20 },
  frame: ({ at, x, n }) => ({
    sum: x.sum(),
    mean: x.mean(),
    min: x.min(),
    max: x.max(),
    variance: x.variance(),
    total: `${n.sum()} from ${n.min()} to ${n.max()}`,
    rows: at.length,
  }),
});

/** By value in partitions of several columns, of rows with no null in either column. */
export const lastSeconds = rolling({
  input: { shop: utf8, till: nullable(int8), time: timestamp('us'), x: nullable(float64), y: nullable(float64) },
  output: { ratio: nullable(float64), x: nullable(float64), rows: nullable(int32) },
  window: { on: 'time', range: '1s', minPeriods: 3 },
  partitionBy: ['shop', 'till'],
  frame: ({ time, x, y }) => {
    const [a, b] = [x.sum(), y.sum()];
    return { ratio: a === null || b === null ? null : a / b, x: x.max(), rows: time.length };
  },
});

/** The number of rows, beside results with their own size. */
export const shownSummary = rolling({
  input: { x: float64, y: nullable(float64), note: nullable(utf8) },
  output: { shown: nullable(utf8), mean: nullable(float64), variance: nullable(float64), bounds: nullable(list(nullable(float64))) },
  window: { preceding: 600, following: 5, minPeriods: 2 },
  frame: ({ x, y, note }) => ({
    shown: `${x.sum()} of ${x.length}, ${note.last() ?? 'nothing'}, ${note.count()}`,
    mean: y.mean(),
    variance: x.variance(),
    bounds: [y.min(), x.max()],
  }),
});

/** Filtered rows with their windows, and rows that fail. */
export const checkedMean = rolling({
  input: { key: int32, x: nullable(float64) },
  output: { mean: nullable(float64), shown: nullable(utf8) },
  window: { preceding: 40, minPeriods: 0 },
  partitionBy: 'key',
  frame: ({ key, x }) => {
    if (key.last() % 7 === 3 && x.count() % 5 === 4) throw new Error(`there are ${x.count()}`);
    return { mean: x.mean(), shown: `${x.sum()}` };
  },
});
