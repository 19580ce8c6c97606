import { bool, expand, float64, int8, int32, nullable, timestamp, transform, uint32, utf8 } from 'rowfuse';

/** Numbers that the planner cannot bound, which attempts hold as integers of 64 bits until one is none. */
export const checkedDivisors = transform({
  input: { n: int32, m: int32 },
  output: { divisor: float64, multiple: float64, steps: int32 },
  row({ n, m }) {
    let a = n * 3;
    let b = m - 1;
    let steps = 0;
    while (b !== 0) {
      [a, b] = [b, a % b];
      steps += 1;
    }
    return { divisor: a, multiple: a === 0 ? 0 : (n * m) / a, steps };
  },
});

/** A row that leaves 2^53, or whose quotient has a fraction, in the middle of a loop. */
export const checkedGrowing = transform({
  input: { n: int32, k: uint32 },
  output: { value: float64, halved: float64, text: utf8 },
  row({ n, k }) {
    let value = n;
    let halved = k;
    for (let i = 0; i < 8; i++) {
      value = value * 31 + i;
      halved = halved % 2 === 0 ? halved / 2 : halved * 3 + 1;
    }
    return { value, halved, text: `${value} ${halved}` };
  },
});

/** Zeros whose sign is seen, and zeros whose sign is not. */
export const checkedZeros = transform({
  input: { n: int32, m: int32 },
  output: {
    product: float64,
    remainder: float64,
    floor: float64,
    ceil: float64,
    trunc: float64,
    negated: utf8,
    unseen: int32,
    least: float64,
  },
  row({ n, m }) {
    let a = n - (n % 7);
    let b = m % 3;
    for (let i = 0; i < 2; i++) {
      a = a % 4096;
      b = b * 2;
    }
    return {
      product: a * b,
      remainder: a % 5,
      floor: Math.floor(a / (b === 0 ? -1 : b)),
      ceil: Math.ceil(a / 10000),
      trunc: Math.trunc(b / 100),
      negated: `${1 / -b} ${-a}`,
      unseen: (a * b) % 1000,
      least: Math.min(a % 2, b),
    };
  },
});

/** Every rounding of quotients, with divisors of both signs and of 0. */
export const checkedQuotients = transform({
  input: { n: int32, m: int32, k: uint32 },
  output: { floor: float64, ceil: float64, trunc: float64, rest: float64, wide: float64, bits: int32, exact: float64 },
  row({ n, m, k }) {
    const a = n * 2 + k;
    const b = m * k;
    return {
      floor: Math.floor(a / m),
      ceil: Math.ceil(a / (m + 1)),
      trunc: Math.trunc(b / (n - 1)),
      rest: b % (k + 1),
      wide: Math.floor(b / 4294967297),
      bits: (b % 4294967296) | 0,
      exact: (a - (a % 9)) / 9,
    };
  },
});

/** Functions of integers, and comparisons with fractions. */
export const checkedFunctions = transform({
  input: { n: int32, m: int32, x: float64, s: utf8 },
  output: { steps: int32, sum: float64, sign: float64, far: bool, text: utf8 },
  row({ n, m, x, s }) {
    let rest = Math.abs(n) + Math.abs(m);
    let sum = 0;
    let steps = 0;
    while (rest > s.length) {
      sum = Math.max(sum, rest % 10) + Math.min(rest, 7);
      rest = Math.floor(rest / 3);
      steps += rest < x ? 2 : 1;
    }
    return { steps, sum, sign: Math.sign(rest - m), far: sum > x, text: `${sum}:${Math.round(rest)}:${rest ? 'more' : 'none'}` };
  },
});

/** Times are integers of 64 bits, and may be null. */
export const checkedTimes = transform({
  input: { from: timestamp('ms'), to: nullable(timestamp('ms')) },
  output: { days: float64, hour: float64 },
  row({ from, to }) {
    if (to === null) return { days: -1, hour: from % 24 };
    return { days: Math.floor((to - from) / 86_400_000), hour: Math.floor(from / 3_600_000) % 24 };
  },
});

/** Text that is built in the row's memory before the attempt ends. */
export const checkedDigits = transform({
  input: { n: int32, m: int32 },
  output: utf8,
  row({ n, m }) {
    let value = n * m;
    let text = '';
    for (let i = 0; i < 20 && value !== 0; i++) {
      text = `${value % 10},${text}`;
      value = (value - (value % 10)) / 10;
    }
    return text;
  },
});

/** Rows that are emitted before the attempt ends, and emitted again. */
export const checkedOrbit = expand({
  input: { n: int32, m: int8 },
  output: { step: int32, value: float64, name: utf8 },
  *rows({ n, m }) {
    let value = n;
    for (let step = 0; step < 9; step++) {
      value = value * m - (value % 3);
      yield { step, value, name: `value ${value}` };
    }
  },
});

/** Rows that are left out. */
export const checkedEvens = transform({
  input: { n: int32, m: int8 },
  output: float64,
  where({ n, m }) {
    let value = n;
    for (let i = 0; i < 4; i++) value = value * m + (value % 11);
    return value % 2 === 0;
  },
  row: ({ n, m }) => Math.floor((n * 3) / (m + 1)),
});

/** Truncations of sums that may leave 2^53. */
export const checkedTruncations = transform({
  input: { n: int32, x: float64, s: utf8 },
  output: { hash: uint32, other: float64 },
  row({ n, x, s }) {
    let hash = x;
    let other = n;
    for (let i = 0; i < s.length; i++) {
      hash = (hash << 5) + hash + s.charCodeAt(i);
      other = s.charCodeAt(i) + (other << 6) + (other << 16) - other;
    }
    return { hash: hash >>> 0, other };
  },
});

/** An attempt that ends after it has written text. */
export const checkedShares = transform({
  input: { n: int32, k: uint32, s: utf8 },
  output: { text: utf8, share: float64, rest: utf8 },
  row: ({ n, k, s }) => ({ text: `${s} of ${n}`, share: Math.floor((n * 3) / (k - 1)), rest: s.slice(1) }),
});
