import { bool, float64, int32, int64, nullable, rolling, transform } from 'rowfuse';

/** `series.applymap(lambda x: x ** 3)`, of integers and of numbers. */
export const poweredValues = transform({
  input: { n: int64, x: float64 },
  output: { cube: int64, square: float64, root: float64 },
  row: ({ n, x }) => ({ cube: n ** 3n, square: x ** 2, root: x ** 0.5 }),
});

const selection = [2n, 3n, 5n, 7n, 11n];

/** `series.applymap(lambda x: x in [2, 3, 5, 7, 11])`. */
export const selectedValues = transform({
  input: { n: int64 },
  output: bool,
  row: ({ n }) => selection.includes(n),
});

/** `series.rolling(3, 1).apply(f)`, where `f` adds in a loop. */
export const rollingUserSum = rolling({
  input: { x: nullable(float64) },
  output: nullable(float64),
  window: { preceding: 2, minPeriods: 1 },
  frame({ x }) {
    let total = 0;
    for (const value of x) total += value ?? 0;
    return total;
  },
});

/** `series.rolling(3, min_periods=3).apply(f)`: the greatest root, and 100 if that is 8. */
export const rollingRoots = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2 },
  frame({ x }) {
    let greatest = 0;
    for (const value of x) greatest = Math.max(greatest, Math.sqrt(value));
    return greatest === 8 ? 100 : greatest;
  },
});

/** `frame.apply_rows(f, incols=['price', 'quantity'], outcols=…, kwargs={'rate': rate})`. */
export const billedRows = transform({
  input: { price: float64, quantity: nullable(int32) },
  output: { net: nullable(float64), gross: nullable(float64) },
  params: { rate: float64 },
  row({ price, quantity }, { params }) {
    if (quantity === null) return { net: null, gross: null };
    const net = quantity >= 10 ? price * quantity * 0.9 : price * quantity;
    return { net, gross: net * (1 + params.rate) };
  },
});

/** `frame.apply_chunks(f, …, chunks=offsets)`: a level that carries over from row to row, and restarts in each chunk. */
export const levelsOfChunks = rolling({
  input: { chunk: int32, x: float64 },
  output: { level: float64, place: int32 },
  window: { preceding: 2 ** 30, minPeriods: 0 },
  partitionBy: 'chunk',
  frame({ x }) {
    let level = x.first();
    for (const value of x) level = level * 0.75 + value * 0.25;
    return { level, place: x.length - 1 };
  },
});
