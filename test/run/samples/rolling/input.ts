import {
  bool,
  date32,
  dictionary,
  float32,
  float64,
  int8,
  int32,
  int64,
  largeUtf8,
  list,
  nullable,
  rolling,
  struct,
  timestamp,
  uint8,
  uint64,
  utf8,
} from 'rowfuse';

/** Every reduction of a whole window, over numbers that are never null. */
export const windowSummary = rolling({
  input: { x: float64 },
  output: {
    sum: nullable(float64),
    mean: nullable(float64),
    min: nullable(float64),
    max: nullable(float64),
    variance: nullable(float64),
    stddev: nullable(float64),
    count: nullable(int32),
    first: nullable(float64),
    last: nullable(float64),
  },
  window: { preceding: 40 },
  frame: ({ x }) => ({
    sum: x.sum(),
    mean: x.mean(),
    min: x.min(),
    max: x.max(),
    variance: x.variance(),
    stddev: x.stddev(),
    count: x.count(),
    first: x.first(),
    last: x.last(),
  }),
});

/** Every reduction with nulls, and rows after the current one. */
export const windowSummaryOfNulls = rolling({
  input: { x: nullable(float64) },
  output: {
    sum: nullable(float64),
    mean: nullable(float64),
    min: nullable(float64),
    max: nullable(float64),
    variance: nullable(float64),
    stddev: nullable(float64),
    count: int32,
    first: nullable(float64),
    last: nullable(float64),
  },
  window: { preceding: 9, following: 9, minPeriods: 0 },
  frame: ({ x }) => ({
    sum: x.sum(),
    mean: x.mean(),
    min: x.min(),
    max: x.max(),
    variance: x.variance(),
    stddev: x.stddev(),
    count: x.count(),
    first: x.first(),
    last: x.last(),
  }),
});

/** Bigints are added exactly. */
export const windowSummaryOfBigints = rolling({
  input: { n: int64, m: nullable(uint64) },
  output: { text: nullable(utf8), mean: nullable(float64), variance: nullable(float64), least: nullable(uint64) },
  window: { preceding: 20, minPeriods: 2 },
  frame: ({ n, m }) => ({
    text: `${n.sum()} from ${n.min()} to ${n.max()}`,
    mean: m.mean(),
    variance: n.variance(),
    least: m.min(),
  }),
});

/** Narrow integers and single floats behave like other numbers. */
export const windowsOfSmallNumbers = rolling({
  input: { a: int8, b: nullable(uint8), c: float32 },
  output: { total: int32, most: nullable(uint8), mean: float64, range: float64 },
  window: { preceding: 99, following: 3, minPeriods: 1 - 1 },
  frame: ({ a, b, c }) => ({ total: a.sum(), most: b.max(), mean: c.mean(), range: c.max() - c.min() }),
});

const size = 5;

/** A loop over the window, in the order of its rows. */
export const loopedSum = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: size - 1, minPeriods: 1 },
  frame({ x }) {
    let sum = 0;
    for (const value of x) sum += value;
    return sum;
  },
});

/** A loop by index, with weights that grow. */
export const weightedMean = rolling({
  input: { x: nullable(float64) },
  output: nullable(float64),
  window: { preceding: size - 1, minPeriods: 2 },
  frame({ x }) {
    let sum = 0;
    let weights = 0;
    for (let i = 0; i < x.length; i++) {
      const value = x[i];
      if (value === null || value === undefined) continue;
      sum += value * (i + 1);
      weights += i + 1;
    }
    return sum / weights;
  },
});

/** Functions of arrays, which windows have as well. */
export const windowsAsArrays = rolling({
  input: { x: float64, ok: bool },
  output: { any: bool, all: bool, found: nullable(float64), total: float64, median: nullable(float64), shown: utf8 },
  window: { preceding: 2, following: 1, minPeriods: 0 },
  frame: ({ x, ok }) => {
    const sorted = [...x].sort((a, b) => a - b);
    return {
      any: ok.some((yes) => yes),
      all: ok.every((yes) => yes),
      found: x.find((value) => value > 0) ?? null,
      total: x.map((value) => value * 2).reduce((sum, value) => sum + value, 0),
      median: sorted[Math.floor(sorted.length / 2)] ?? null,
      shown: `${x.join(' ')} ${ok.indexOf(true)} ${x.at(-1)} ${x.slice(1).length}`,
    };
  },
});

/** Several columns side by side, with params and the row's number. */
export const correlation = rolling({
  input: { x: nullable(float64), y: nullable(float64) },
  output: { covariance: nullable(float64), age: nullable(float64) },
  window: { preceding: 7, minPeriods: 3 },
  params: { scale: float64 },
  frame({ x, y }, { params, index }) {
    let n = 0;
    let sumX = 0;
    let sumY = 0;
    let product = 0;
    for (const [i, a] of x.entries()) {
      const b = y[i];
      if (a === null || b === null || b === undefined) continue;
      n++;
      sumX += a;
      sumY += b;
      product += a * b;
    }
    return { covariance: (params.scale * (product - (sumX * sumY) / n)) / n, age: index };
  },
});

/** Dates and times, a column that is kept, and one that is never read. */
export const timeSpan = rolling({
  input: { id: utf8, day: date32, at: nullable(timestamp('ms')), unused: int32 },
  output: { days: nullable(float64), span: nullable(float64) },
  keep: ['id', 'day'],
  window: { preceding: 3 },
  frame: ({ day, at }) => {
    const first = at.first();
    const last = at.last();
    return { days: (day.last() - day.first()) / 86400000, span: first === null || last === null ? null : last - first };
  },
});

/** Rows that fail, and results with parts. */
export const checkedChange = rolling({
  input: { x: int32 },
  output: { change: nullable(struct({ from: int32, to: int32 })), shown: nullable(utf8) },
  window: { preceding: 1 },
  frame({ x }) {
    const change = x.last() - x.first();
    if (change === 7) throw new Error(`rises by ${change}`);
    return { change: change === 0 ? null : { from: x.first(), to: x.last() }, shown: `${change}` };
  },
});

/** A window of the current row alone, and one of the whole table. */
export const ownRow = rolling({
  input: { x: float64 },
  output: float64,
  window: { preceding: 0 },
  frame: ({ x }) => x.sum() - x.mean(),
});

export const wholeTable = rolling({
  input: { x: float64 },
  output: float64,
  window: { preceding: 2 ** 30, following: 2 ** 30, minPeriods: 0 },
  frame: ({ x }) => x.mean(),
});

/** Text: compared, searched, joined. */
export const windowsOfText = rolling({
  input: { name: utf8, city: nullable(dictionary(utf8)), note: nullable(largeUtf8) },
  output: { joined: utf8, changed: bool, known: int32, same: bool, shown: nullable(utf8) },
  window: { preceding: 2, following: 1, minPeriods: 0 },
  frame: ({ name, city, note }) => ({
    joined: name.join('|'),
    changed: name.first() !== name.last(),
    known: city.count(),
    same: name.every((one) => one === name[0]),
    shown: note.find((one) => one !== null && one.length > 2) ?? `${city.first()}`,
  }),
});

/** Windows that stay within the rows of one key. */
export const partitionedSum = rolling({
  input: { shop: nullable(utf8), till: uint8, amount: nullable(float64), note: utf8 },
  output: { sum: nullable(float64), shop: nullable(utf8), least: nullable(float64), notes: nullable(utf8) },
  window: { preceding: 3, following: 1, minPeriods: 2 },
  partitionBy: ['shop', 'till'],
  frame: ({ shop, amount, note }) => ({
    sum: amount.sum(),
    shop: shop.last(),
    least: amount.min(),
    notes: note.join(','),
  }),
});

/** A partition by a column that the function does not read, and that is kept. */
export const partitionedCount = rolling({
  input: { shop: int8, ok: bool, x: float64 },
  output: { yes: int32, variance: nullable(float64) },
  keep: ['shop', 'x'],
  window: { preceding: 20, minPeriods: 0 },
  partitionBy: 'shop',
  frame: ({ ok, x }) => ({ yes: ok.filter((one) => one).length, variance: x.variance() }),
});

/** Windows by value: of times in a partition, of numbers, of bigints. */
export const lastMinutes = rolling({
  input: { sensor: int8, time: timestamp('ms'), value: nullable(float64) },
  output: { mean: nullable(float64), rows: nullable(int32) },
  window: { on: 'time', range: '1.5s' },
  partitionBy: ['sensor'],
  frame: ({ time, value }) => ({ mean: value.mean(), rows: time.length }),
});

export const nearby = rolling({
  input: { x: float64, name: utf8 },
  output: utf8,
  window: { on: 'x', range: 2.5, following: 1 },
  frame: ({ name }) => name.join(' '),
});

export const lastTicks = rolling({
  input: { tick: timestamp('ns'), value: int64 },
  output: { total: nullable(utf8), span: nullable(int64) },
  window: { on: 'tick', range: '4us', minPeriods: 2 },
  frame: ({ tick, value }) => ({ total: `${value.sum()}`, span: tick.last() - tick.first() }),
});

/** Loops over larger windows: their accumulators, beside reductions, with params. */
export const carriedLoops = rolling({
  input: { x: nullable(float64), n: int32, ok: bool },
  output: { sum: float64, runs: int32, above: int32, longest: int32, range: float64, last: float64 },
  window: { preceding: 37, following: 3, minPeriods: 0 },
  params: { least: float64 },
  frame({ x, n, ok }, { params }) {
    let sum = 0;
    let above = 0;
    for (const value of x) {
      if (value === null) continue;
      sum = sum * 0.5 + value;
      if (value > params.least) above++;
    }
    let [runs, current, longest] = [0, 0, 0];
    for (const yes of ok) {
      if (yes) current++;
      else {
        runs += current > 0 ? 1 : 0;
        current = 0;
      }
      longest = Math.max(longest, current);
    }
    let last = 0;
    for (const value of n) last = Math.abs(last - value);
    return { sum, runs, above, longest, range: n.max() - n.min(), last };
  },
});

/** A loop whose condition depends on a sum, and one that ends early. */
export const decidedLoops = rolling({
  input: { x: float64 },
  output: { above: nullable(int32), first: nullable(float64) },
  window: { preceding: 24 },
  frame({ x }) {
    const mean = x.mean();
    let above = 0;
    for (const value of x) if (value > mean) above += 1;
    let first = 0;
    for (const value of x) {
      first = value;
      if (value > 1) break;
    }
    return { above, first };
  },
});

/** Beside columns that cannot have windows, and that it does not read. */
export const windowsBeside = rolling({
  input: { tags: list(nullable(struct({ word: utf8 }))), place: struct({ zip: int32 }), x: float64 },
  output: nullable(float64),
  window: { preceding: 2 },
  frame: ({ x }) => x.sum(),
});
