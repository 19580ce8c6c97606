import { bool, float64, int8, int32, nullable, transform, uint16, uint32, utf8 } from 'rowfuse';

const tau = 2 * Math.PI;

/** To an integer in every direction: ties, -0, infinities and NaN as JavaScript has them. */
export const roundings = transform({
  input: { x: float64, n: nullable(float64), k: int32 },
  output: {
    floor: float64,
    ceil: float64,
    round: float64,
    trunc: float64,
    fround: float64,
    sqrt: float64,
    abs: float64,
    sign: float64,
    half: float64,
    absent: float64,
    integer: int32,
    text: utf8,
  },
  row: ({ x, n, k }) => ({
    floor: Math.floor(x),
    ceil: Math.ceil(x),
    round: Math.round(x),
    trunc: Math.trunc(x),
    fround: Math.fround(x),
    sqrt: Math.sqrt(x),
    abs: Math.abs(x),
    sign: Math.sign(x),
    half: Math.round(Math.trunc(x) / 2),
    absent: Math.floor(n as number),
    integer: Math.floor(k),
    text: `${Math.round(x * 8) / 16} ${Math.trunc(k)} ${Math['abs'](k)} ${1 / Math.round(x / 1e300)}`,
  }),
});

/** Any number of arguments, or none; NaN wins, and -0 is less than 0. */
export const extremes = transform({
  input: { a: float64, b: float64, n: nullable(float64), i: int8, j: uint16, s: utf8 },
  output: {
    max: float64,
    min: float64,
    none: float64,
    one: float64,
    several: float64,
    absent: float64,
    zero: float64,
    clamped: int32,
    length: int32,
    mixed: float64,
    sign: utf8,
  },
  row: ({ a, b, n, i, j, s }) => ({
    max: Math.max(a, b),
    min: Math.min(a, b),
    none: Math.max() + Math.min(),
    one: Math.min(a),
    several: Math.max(a, Math.min(b, 1, i), j / 2, -0),
    absent: Math.max(n as number, a),
    zero: Math.max(-0, 0) / Math.min(0, -0),
    clamped: Math.max(0, Math.min(i, j, 100)),
    length: Math.min(s.length, 3) + Math.sign(i) * Math.abs(i),
    mixed: Math.max(s.indexOf('a'), a, i),
    sign: `${1 / Math.max(a * 0, -0)} ${1 / Math.min(a * 0, 0)}`,
  }),
});

/** A loop up to the lesser of two small numbers ends by itself. */
export const bounded = transform({
  input: { s: utf8, n: int8 },
  output: int32,
  row({ s, n }) {
    let found = 0;
    for (let i = Math.max(0, n); i < Math.min(s.length, 20); i++) if (s[i] === 'a') found++;
    return found;
  },
});

export const integerBits = transform({
  input: { x: float64, y: float64, k: int32, u: uint32, n: nullable(float64) },
  output: { zeros: int32, product: int32, zerosOfInteger: int32, hash: int32, absent: int32 },
  row: ({ x, y, k, u, n }) => ({
    zeros: Math.clz32(x),
    product: Math.imul(x, y),
    zerosOfInteger: Math.clz32(k) + Math.clz32(u),
    hash: Math.imul(k, 0x01000193) - Math.imul(u, 0),
    absent: Math.clz32(n as number),
  }),
});

/** The functions of `Number` convert nothing; the global ones convert by ToNumber. */
export const numberTests = transform({
  input: { x: float64, n: nullable(float64), k: int32, s: utf8, t: bool },
  output: {
    integer: bool,
    safe: bool,
    finite: bool,
    nan: bool,
    integerOrNull: bool,
    nanOrNull: bool,
    others: utf8,
    global: utf8,
  },
  row: ({ x, n, k, s, t }) => ({
    integer: Number.isInteger(x),
    safe: Number.isSafeInteger(x * 1e10) || Number.isSafeInteger(Math.trunc(x)),
    finite: Number.isFinite(x),
    nan: Number.isNaN(x),
    integerOrNull: Number.isInteger(n) || Number.isFinite(n),
    nanOrNull: Number.isNaN(n),
    others: `${Number.isInteger(s)} ${Number.isInteger(k)} ${Number.isFinite(t)} ${Number.isSafeInteger(s.indexOf('b'))} ${Number.isNaN(s.toUpperCase())} ${Number.isInteger(s[0])}`,
    global: `${isNaN(x)} ${isFinite(x)} ${isNaN(n as number)} ${isFinite(n as number)} ${isNaN(t as unknown as number)} ${isFinite(k)}`,
  }),
});

/** Constants of `Math` and `Number`, in place and captured; calls of constants are computed when the transform is built. */
export const constants = transform({
  input: { x: float64 },
  output: { angle: float64, sum: float64, limits: float64, folded: utf8 },
  row: ({ x }) => ({
    angle: x / tau,
    sum: x + Math.PI + Math.E + Math.LN2 + Math.LN10 + Math.LOG2E + Math.LOG10E + Math.SQRT2 + Math['SQRT1_2'],
    limits: Math.min(Number.MAX_SAFE_INTEGER, x) + Number.EPSILON + Number.MIN_VALUE,
    folded: `${Math.floor(-1.5)} ${Math.round(2.5)} ${1 / Math.round(-0.2)} ${Math.clz32(1)} ${Math.imul(3, -4)} ${Math.max(1, 2, 3)}`,
  }),
});

/** Strings are converted by ToNumber wherever a number is required. */
export const textOperands = transform({
  input: { s: utf8, t: nullable(utf8), n: float64 },
  output: { floor: float64, product: float64, bits: int32, power: float64, extreme: float64, rest: float64, absent: float64 },
  row: ({ s, t, n }) => {
    const digits = `${n}`;
    return {
      floor: Math.floor(s as unknown as number),
      product: (s as unknown as number) * 2 - (digits as unknown as number),
      bits: (digits as unknown as number) | (s as unknown as number),
      power: (digits as unknown as number) ** 2,
      extreme: Math.max(...[n, ...[s as unknown as number, 1]], digits as unknown as number),
      rest: (digits as unknown as number) % 7,
      absent: Math.abs(t as unknown as number) + Math.sign(digits as unknown as number),
    };
  },
});
