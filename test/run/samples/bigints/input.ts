import { bool, float64, int8, int32, int64, nullable, transform, uint64, utf8 } from 'rowfuse';

/** 64-bit columns pass through unchanged, nulls included. */
export const wide = transform({
  input: { a: int64, b: uint64, c: nullable(int64), d: nullable(uint64) },
  output: { a: int64, b: uint64, c: nullable(int64), d: nullable(uint64) },
  row: ({ a, b, c, d }) => ({ a, b, c, d }),
});

/** Results of two 64-bit columns fit in 128 bits; results that a column cannot hold are reduced. */
export const bigintArithmetic = transform({
  input: { a: int64, b: uint64, c: int64 },
  output: { sum: int64, difference: int64, product: int64, quotient: int64, remainder: int64, negated: int64, mean: int64 },
  row: ({ a, b, c }) => ({
    sum: (a + c) % 1_000_003n,
    difference: (a - c) / 3n,
    product: (a * c) % 4_294_967_296n,
    quotient: b === 0n ? 0n : a / ((b % 9_223_372_036_854_775_807n) + 1n),
    remainder: (a * 7n - 5n) % 9_223_372_036_854_775_807n,
    negated: -(a / 2n),
    mean: (a + c) / 2n,
  }),
});

/** A value out of the column's range fails the row, and nothing wraps. */
export const bigintRanges = transform({
  input: { a: int64, b: uint64 },
  output: { next: int64, unsigned: uint64 },
  row: ({ a, b }) => ({ next: a + 1n, unsigned: b * 2n }),
});

/** Division by zero fails the row, as JavaScript's RangeError would. */
export const bigintDivision = transform({
  input: { a: int64, b: int64, c: uint64, d: uint64 },
  output: { quotient: utf8, remainder: int64, unsigned: uint64, rest: uint64 },
  row: ({ a, b, c, d }) => ({ quotient: `${a / b}`, remainder: a % b, unsigned: c / d, rest: c % d }),
});

export const bigintComparisons = transform({
  input: { a: int64, b: int64, c: uint64, n: float64, k: int32, s: utf8 },
  output: {
    less: bool,
    atMost: bool,
    equal: bool,
    mixedSigns: bool,
    loose: bool,
    wide: bool,
    lessNumber: bool,
    atMostNumber: bool,
    greaterNumber: bool,
    atLeastNumber: bool,
    wideNumber: bool,
    smallNumber: bool,
    position: bool,
    truth: bool,
  },
  row: ({ a, b, c, n, k, s }) => ({
    less: a < b,
    atMost: a <= b,
    equal: a === b,
    mixedSigns: a < c || a === c,
    loose: a == b,
    wide: a * b > (c / 2n) * (c / 2n),
    lessNumber: a < n,
    atMostNumber: n <= c,
    greaterNumber: a > n,
    atLeastNumber: c >= n,
    wideNumber: a * b - 1n < n,
    smallNumber: a < k || k > c,
    position: a < s.indexOf('a'),
    truth: !a || (c ? true : false),
  }),
});

export const bigintTexts = transform({
  input: { a: int64, b: uint64, c: nullable(int64) },
  output: { texts: utf8, wide: utf8, nulls: utf8 },
  row: ({ a, b, c }) => ({ texts: `${a}/${b}`, wide: `${a * a}, ${-(a * a)}, ${(b / 2n) * (b / 2n)}`, nulls: `${c}` }),
});

export const nullBigints = transform({
  input: { a: nullable(int64), b: nullable(int64), c: nullable(uint64) },
  output: { or: int64, same: bool, mixed: bool, absent: nullable(int64), truth: bool, chosen: nullable(uint64) },
  row: ({ a, b, c }) => ({
    or: a ?? b ?? -1n,
    same: a === b,
    mixed: a === c,
    absent: a === null ? b : a,
    truth: a ? true : false,
    chosen: c && (c > 5n ? c : null),
  }),
});

/** A variable that is assigned again holds 128 bits. */
export const bigintVariables = transform({
  input: { a: int64, b: int64, c: nullable(int64) },
  output: { value: int64, text: utf8, steps: int64 },
  row({ a, b, c }) {
    let value = a;
    if (value > b) value -= b;
    else value = value * b - 1n;
    let steps = 0n;
    if (value > 0n) steps++;
    let other: bigint | null = null;
    if (c !== null) other = c * 2n;
    value %= 1_000n;
    return { value, text: `${value}:${other}`, steps };
  },
});

/** `BigInt` of a fraction fails the row, and `Number` rounds to the nearest double. */
export const conversions = transform({
  input: { n: float64, k: int8, t: bool, a: int64, b: uint64, c: nullable(int64) },
  output: { exact: utf8, small: int64, truth: int64, near: float64, unsigned: float64, wide: float64, nulls: float64 },
  row: ({ n, k, t, a, b, c }) => ({
    exact: n < 1e38 && n > -1e38 && n % 1 === 0 ? `${BigInt(n)}` : 'none',
    small: BigInt(k),
    truth: BigInt(t),
    near: Number(a),
    unsigned: Number(b),
    wide: Number(a * a + 1n),
    nulls: Number(c),
  }),
});

export const noInteger = transform({
  input: { n: float64 },
  output: int64,
  row: ({ n }) => (n > 1e38 || n < -1e38 ? 0n : BigInt(n) % 1_000n),
});

/** Every operation near the limits of 128 bits; `bigint-limits.test.ts` knows which rows must fail. */
export const bigintLimits = transform({
  input: { a: int64, b: int64, operation: int32 },
  output: utf8,
  row({ a, b, operation }) {
    const square = a * a;
    if (operation === 0) return `${square + b * b}`;
    if (operation === 1) return `${-square - b * b}`;
    if (operation === 2) return `${square * 2n}`;
    if (operation === 3) return `${square * b}`;
    if (operation === 4) return `${-(-square - b * b)}`;
    if (operation === 5) return `${(-square - b * b) / b}`;
    if (operation === 6) return `${(-square - b * b) % b}`;
    return `${square * (b * b)}`;
  },
});

/** Null beside a bigint is JavaScript's TypeError, unless it is never read. */
export const absentBigints = transform({
  input: { a: int64, c: nullable(int64), s: utf8 },
  output: utf8,
  row: ({ a, c, s }) => (s === '' ? `${a}` : s < 'b' ? `${c! + 1n} ${a & c!}` : `${s.length > 4 ? c! % 7n : 0n}`),
});
