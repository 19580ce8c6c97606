import {
  bool,
  date32,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  nullable,
  rolling,
  struct,
  uint8,
  uint64,
  utf8,
} from 'rowfuse';

/** Extremes by comparison: NaN is left out, and of 0 and -0 the first stays. */
export const keptExtremes = rolling({
  input: { x: nullable(float64), y: float64 },
  output: { least: float64, most: float64, fromThree: float64, fromNaN: float64, squared: float64, ofBoth: float64 },
  window: { preceding: 18, following: 2, minPeriods: 0 },
  params: { limit: float64 },
  frame({ x, y }, { params }) {
    let least = Infinity;
    let most = -Infinity;
    for (const v of x) {
      if (v === null) continue;
      if (v < least) least = v;
      if (most < v) most = v;
    }
    let fromThree = 3;
    let fromNaN = Number.NaN;
    for (const v of y) {
      fromThree = v > fromThree ? v : fromThree;
      if (v < fromNaN) fromNaN = v;
    }
    let squared = Infinity;
    for (const v of y) if (v > params.limit && v * v < squared) squared = v * v;
    let ofBoth = 0;
    for (let i = 0; i < x.length; i++) {
      const a = x[i];
      const b = y[i];
      if (a === null || a === undefined || b === undefined) continue;
      const difference = a - b;
      if (difference > ofBoth) ofBoth = difference;
    }
    return { least, most, fromThree, fromNaN, squared, ofBoth };
  },
});

/** Extremes by `Math`: NaN wins, and -0 is below 0. */
export const mathExtremes = rolling({
  input: { x: nullable(float64), y: float64, n: int8 },
  output: { spread: float64, reduced: float64, mapped: float64, filtered: float64, first: float64, small: int32 },
  window: { preceding: 20, minPeriods: 0 },
  frame({ x, y, n }) {
    let small = 100;
    for (const v of n) small = Math.min(small, v * v);
    return {
      spread: Math.max(...y) - Math.min(...y),
      reduced: x.reduce<number>((m, v) => Math.max(m, v ?? 0), -1),
      mapped: Math.max(...y.map((v) => Math.abs(v) / 3)),
      filtered: y.filter((v) => v > 0).reduce((m, v) => Math.min(m, v), 7),
      first: y.reduce((m, v) => (v < m ? v : m)),
      small,
    };
  },
});

const known = new Set([1, 2, 3]);

/** The number of elements that pass a test, and whether any or all do. */
export const loopCounts = rolling({
  input: { x: nullable(float64), n: int16, ok: nullable(bool) },
  output: {
    rows: int32,
    positive: int32,
    filtered: int32,
    twice: int32,
    some: bool,
    every: bool,
    any: bool,
    all: bool,
    found: bool,
    missing: int32,
    member: int32,
    chained: int32,
  },
  window: { preceding: 17, following: 17, minPeriods: 0 },
  params: { limit: float64 },
  frame({ x, n, ok }, { params }) {
    let rows = 0;
    let positive = 0;
    let missing = 0;
    for (const v of x) {
      rows++;
      if (v === null) missing += 1;
      else if (v > params.limit) positive++;
    }
    let [any, all] = [false, true];
    for (const v of ok) {
      any = any || v === true;
      if (v === false) all = false;
    }
    let found = false;
    for (const v of n) {
      if (v % 7 === 3) {
        found = true;
        break;
      }
    }
    let member = 0;
    for (const v of n) member += known.has(v) ? 1 : 0;
    return {
      rows,
      positive,
      filtered: x.filter((v) => v !== null && v < 0).length,
      twice: n.filter((v) => v > 0).filter((v) => v % 2 === 0).length,
      some: n.some((v) => v > 100),
      every: x.every((v) => v !== null && v < 1e300),
      any,
      all,
      found,
      missing,
      member,
      chained: n.map((v) => v * 3).filter((v) => v > 30).length,
    };
  },
});

/** Integer sums below 2^53 are the same in any order, and bigints never round. */
export const integerSums = rolling({
  input: { n: nullable(int16), m: int32, b: nullable(int64), u: uint64, c: uint8, ok: bool },
  output: {
    sum: float64,
    squares: float64,
    products: float64,
    difference: float64,
    alternating: float64,
    reduced: float64,
    first: float64,
    total: nullable(int64),
    text: float64,
    trues: int32,
  },
  window: { preceding: 25, following: 1, minPeriods: 0 },
  frame({ n, m, b, u, c, ok }) {
    let sum = 5;
    let squares = 0;
    for (const v of n) {
      if (v === null) continue;
      sum += v;
      squares += v * v;
    }
    let products = 0;
    for (const [i, v] of c.entries()) products += v * (n[i] === null ? 2 : 3) + (c[i] ?? 0);
    let difference = 0;
    for (let i = 0; i < m.length; i++) {
      difference += m[i]!;
      difference -= c[i]!;
    }
    let alternating = 0;
    for (const v of m) alternating = v % 2 === 0 ? alternating + 1 : alternating - 3;
    let total = 0n;
    for (const v of b) if (v !== null) total += v % 1000n;
    let wide = 1n;
    for (const v of u) wide += v * 3n - 1n;
    return {
      sum,
      squares,
      products,
      difference,
      alternating,
      reduced: m.reduce((a, v) => a + v * 2, 0),
      first: m.reduce((a, v) => a + v),
      total,
      text: Number(wide),
      trues: ok.filter(Boolean).length,
    };
  },
});

/** Integer sums that pass 2^53 are rounded at each step, so they stay loops. */
export const roundedSums = rolling({
  input: { m: int32 },
  output: { up: float64, down: float64 },
  window: { preceding: 9, minPeriods: 0 },
  frame({ m }) {
    let up = 0;
    for (const v of m) up += Math.abs(v) * 1048577;
    let down = 9007199254740000;
    for (const v of m) down -= Math.abs(v % 1000) * 2 + 1;
    for (const v of m) down += Math.abs(v % 1000) * 3 + 1;
    return { up, down };
  },
});

/** The minimum and the maximum of values without NaN, starting from null. */
export const extremesFromNull = rolling({
  input: { n: nullable(int16), b: nullable(int64), u: uint64, day: date32 },
  output: { least: nullable(int32), most: nullable(int64), lowest: nullable(uint64), last: nullable(float64), low: int64 },
  window: { preceding: 9, minPeriods: 0 },
  frame({ n, b, u, day }) {
    let least: number | null = null;
    for (const v of n) if (v !== null && (least === null || v < least)) least = v;
    let most: bigint | null = null;
    for (const v of b) {
      if (v === null) continue;
      if (most === null || v >= most) most = v;
    }
    let lowest: bigint | null = null;
    for (const v of u) if (lowest === null || v < lowest) lowest = v;
    let last: number | null = null;
    for (const v of day) if (last === null || v > last) last = v;
    let low = 17n;
    for (const v of b) if (v !== null && low > v) low = v;
    return { least, most, lowest, last, low };
  },
});

/** Loops that end where an element passes a test. */
export const leftLoops = rolling({
  input: { x: nullable(float64), n: int32 },
  output: { sign: int32, state: int32, none: bool },
  window: { preceding: 12, minPeriods: 0 },
  frame({ x, n }) {
    let none = true;
    search: for (const v of n) {
      if (v > 3) {
        none = false;
        break search;
      }
    }
    const state = stateOf(n);
    for (const v of x) {
      if (v === null) continue;
      if (v < 0) return { sign: -1, state, none };
    }
    return { sign: n.length, state, none };
  },
});

function stateOf(values: readonly number[]): number {
  for (const value of values) if (value < -3) return 1;
  return 0;
}

/** Loops over a part of a window, with varying places, in other loops, and left in several ways. */
export const loopsOverParts = rolling({
  input: { x: float64, n: int16 },
  output: {
    any: bool,
    lowest: nullable(int32),
    count: int32,
    sum: float64,
    least: float64,
    shifted: float64,
    pairs: int32,
    inner: int32,
    blocks: bool,
    both: bool,
    either: bool,
    ends: int32,
    large: float64,
    half: int32,
  },
  window: { preceding: 8, minPeriods: 0 },
  frame({ x, n }) {
    let any = false;
    for (const v of x.slice(1)) if (v > 2) any = true;
    let lowest: number | null = null;
    for (const v of n.slice(1)) if (lowest === null || v < lowest) lowest = v;
    let count = 0;
    for (const v of n.slice(1)) if (v > 0) count++;
    let sum = n[0] ?? 0;
    for (const v of n.slice(1)) sum += v;
    let least = x[0] ?? 0;
    for (const v of x.slice(1)) if (v < least) least = v;
    let shifted = 0;
    let k = 0;
    for (const v of x) {
      if (v > 0) k++;
      shifted = Math.max(shifted, n[k] ?? 0);
    }
    let pairs = 0;
    for (const v of n) {
      for (const w of n) if (w > v) pairs++;
    }
    let inner = 0;
    for (let round = 0; round < 3; round++) inner += n.filter((v) => v > 0).length + (n.some((v) => v === 7) ? 1 : 0);
    // 2^52 plus the sum so far may round.
    let large = 0;
    for (const v of n) {
      large += 2 ** 52 + 2 ** 51;
      large += v;
      large -= 2 ** 52 + 2 ** 51;
    }
    let [both, either] = [true, false];
    for (const v of n) {
      both &&= v > -20000;
      if (v % 2 === 0) either ||= v > 20000;
    }
    let half = 0;
    for (let i = 0; i < n.length; i += 2) half += n[i]!;
    return {
      any,
      lowest,
      count,
      sum,
      least,
      shifted,
      pairs,
      inner,
      blocks: n.some((v) => {
        if (v > 100) return true;
        const doubled = v * 2;
        if (doubled % 5 === 0) return false;
        return doubled > 50;
      }),
      both,
      either,
      ends: endOf(n),
      large,
      half,
    };
  },
});

function endOf(values: readonly number[]): number {
  let ends = 0;
  for (const value of values) {
    if (value < 0) continue;
    ends = 5;
    break;
  }
  for (const value of values) {
    if (value < 100) continue;
    return ends + 1;
  }
  return ends;
}

/** A function that does more than its `reduce` returns. */
export const reducedBeside = rolling({
  input: { x: float64 },
  output: { reduced: float64, other: float64 },
  window: { preceding: 40, minPeriods: 0 },
  reorder: true,
  frame({ x }) {
    let reduced = 0;
    const other = x.reduce((sum, v) => {
      reduced += v;
      return sum;
    }, 1);
    let total = 0;
    const add = (v: number) => {
      total += v * 0.1;
    };
    for (const v of x) add(v);
    return { reduced, other: other + total };
  },
});

/** A row that fails if an element of its window does. */
export const refusedElements = rolling({
  input: { x: float64 },
  output: { least: nullable(float64) },
  window: { preceding: 3 },
  frame({ x }) {
    for (const v of x) if (v > 1e200) throw new RangeError(`too large: ${v}`);
    return { least: Math.min(...x) };
  },
});

/** Sums in the order of `sum()`. */
export const reorderedSums = rolling({
  input: { x: nullable(float64), y: float64, z: float32, n: int32 },
  output: {
    sum: float64,
    asked: float64,
    mean: nullable(float64),
    product: float64,
    negative: float64,
    reduced: float64,
    first: float64,
    guarded: float64,
    variance: float64,
    large: float64,
    least: float64,
  },
  window: { preceding: 40, following: 5, minPeriods: 0 },
  reorder: true,
  params: { scale: float64 },
  frame({ x, y, z, n }, { params }) {
    let sum = 0;
    for (const v of y) sum += v;
    let total = 0;
    let count = 0;
    let least = Infinity;
    for (const v of x) {
      if (v === null) continue;
      total += v;
      count += 1;
      if (v < least) least = v;
    }
    let product = 1;
    for (const [i, v] of x.entries()) {
      const w = y[i];
      if (v !== null && w !== undefined) product += v * w * params.scale;
    }
    let negative = 0;
    for (let i = 0; i < y.length; i++) negative -= y[i]! / 3 + z[i]!;
    let [s1, s2] = [0, 0];
    for (const v of z) {
      s1 += v;
      s2 += v * v;
    }
    // Their sum may pass 2^53.
    let large = 2 ** 52;
    for (const v of n) large += v * 2 ** 30;
    return {
      sum,
      asked: y.sum(),
      mean: count === 0 ? null : total / count,
      product,
      negative,
      reduced: y.reduce((a, v) => a + v, 0),
      first: y.reduce((a, v) => a + v),
      guarded: x.reduce<number>((a, v) => (v === null ? a : a + Math.sqrt(Math.abs(v))), -0),
      variance: (s2 - (s1 * s1) / z.length) / z.length,
      large,
      least,
    };
  },
});

/** In functions: the loop of a function that is called twice stays a loop. */
export const reorderedInFunctions = rolling({
  input: { x: float64, y: float64 },
  output: { once: float64, twice: float64 },
  window: { preceding: 33, minPeriods: 0 },
  reorder: true,
  frame: ({ x, y }) => ({ once: totalOf(x), twice: sumOf(x) - sumOf(y) }),
});

function totalOf(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value * 0.1;
  return total;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** In partitions, whose rows are counted from their first, and beside text. */
export const reorderedInPartitions = rolling({
  input: { shop: int8, x: float64, n: nullable(int16) },
  params: { limit: float64 },
  output: { sum: float64, shown: utf8, least: float64, counted: int32, any: bool },
  window: { preceding: 20, minPeriods: 0 },
  partitionBy: 'shop',
  reorder: true,
  frame({ x, n }, { params }) {
    let sum = 0;
    let least = Infinity;
    for (const v of x) {
      sum += v * params.limit;
      if (v < least) least = v;
    }
    let counted = 0;
    for (const v of n) if (v !== null) counted += v;
    return {
      sum,
      shown: `${x.reduce((a, v) => a + v, 0)}`,
      least,
      counted,
      any: n.some((v) => v === null || v > params.limit),
    };
  },
});

/** In windows by value. */
export const reducedByValue = rolling({
  input: { at: int32, x: nullable(float64), n: int8 },
  output: { sum: float64, rows: int32, most: float64, sorted: bool },
  window: { on: 'at', range: 40, following: 3, minPeriods: 0 },
  reorder: true,
  frame({ at, x, n }) {
    let sum = 0;
    for (const [i, v] of x.entries()) sum += (v ?? 0) * (n[i] ?? 1);
    return {
      sum,
      rows: at.filter((v) => v > 10).length,
      most: Math.max(...n.map((v) => v * 0.5)),
      sorted: n.every((v) => v >= 0),
    };
  },
});

/** Loops that look like reductions, and are none. */
export const loopsInOrder = rolling({
  input: { x: float64, y: nullable(float64), n: int32 },
  output: {
    sum: float64,
    weighted: float64,
    decayed: float64,
    last: float64,
    above: float64,
    orEqual: float64,
    notLess: float64,
    rising: int32,
    until: int32,
    nested: int32,
    clamped: float64,
    position: int32,
    fromNull: nullable(float64),
    parts: nullable(struct({ low: float64, high: float64 })),
  },
  window: { preceding: 13, minPeriods: 0 },
  frame({ x, y, n }, { index }) {
    let sum = 0;
    for (const v of x) sum += v;
    let weighted = 0;
    for (const [i, v] of n.entries()) weighted += v * i;
    let decayed = 0;
    for (const v of x) decayed = decayed * 0.5 + v;
    let last = 0;
    for (const v of x) last = v;
    const mean = x.mean();
    let above = 0;
    for (const v of n) above += v > mean ? 1 : 0;
    let orEqual = Infinity;
    for (const v of x) if (v <= orEqual) orEqual = v;
    let notLess = Infinity;
    for (const v of x) if (!(v >= notLess)) notLess = v;
    let rising = 0;
    let before = -Infinity;
    for (const v of x) {
      if (v > before) rising++;
      before = v;
    }
    let until = 0;
    for (const v of n) {
      if (v > 5) break;
      until++;
    }
    let nested = 0;
    for (const v of n) for (let k = 0; k < 3; k++) nested += v > k ? 1 : 0;
    let clamped = 0;
    for (const v of n) clamped = Math.min(10, clamped + v);
    let position = -1;
    for (const [i, v] of n.entries()) if (v > 2) position = i + (index > 1e9 ? 1 : 0);
    let fromNull: number | null = null;
    for (const v of y) if (v !== null && (fromNull === null || v < fromNull)) fromNull = v;
    let low = 0;
    let high = 0;
    for (const v of x) {
      if (v < low) low = v;
      if (v > high + low) high = v;
    }
    return {
      sum,
      weighted,
      decayed,
      last,
      above,
      orEqual,
      notLess,
      rising,
      until,
      nested,
      clamped,
      position,
      fromNull,
      parts: low === high ? null : { low, high },
    };
  },
});
