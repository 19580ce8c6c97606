import { bool, float32, float64, int8, int16, int32, nullable, transform, uint8, uint16, uint32, utf8 } from 'rowfuse';

const scale = 0.1;

/** Double arithmetic as JavaScript has it: signed zeros, NaN, infinities, remainders of any sign. */
export const arithmetic = transform({
  input: { a: float64, b: float64 },
  output: {
    sum: float64,
    difference: float64,
    product: float64,
    quotient: float64,
    remainder: float64,
    mixed: float64,
  },
  row: ({ a, b }) => ({
    sum: a + b,
    difference: a - b,
    product: a * b,
    quotient: a / b,
    remainder: a % b,
    mixed: -(a * scale + b) * 3 - +a,
  }),
});

export const comparisons64 = transform({
  input: { a: float64, b: float64 },
  output: { less: bool, atMost: bool, greater: bool, atLeast: bool, equal: bool, differs: bool, truth: bool },
  row: ({ a, b }) => ({
    less: a < b,
    atMost: a <= b,
    greater: a > b,
    atLeast: a >= b,
    equal: a === b,
    differs: a !== b,
    truth: !a || (b ? true : false),
  }),
});

/** Columns of every width, in and out. */
export const widths = transform({
  input: { a: int8, b: int16, c: int32, d: uint8, e: uint16, f: uint32, g: float32, h: bool },
  output: { a: int8, b: int16, c: int32, d: uint8, e: uint16, f: uint32, g: float32, h: bool, sum: float64 },
  row: ({ a, b, c, d, e, f, g, h }) => ({
    a,
    b,
    c,
    d,
    e,
    f,
    g: g * 1.1,
    h: !h,
    sum: a + b + c + d + e + f + g + (h ? 1 : 0),
  }),
});

/** Numbers and booleans as text. */
export const texts = transform({
  input: { a: float64, b: int32, c: nullable(float64), d: bool, e: nullable(bool), f: nullable(utf8), s: utf8 },
  output: utf8,
  row: ({ a, b, c, d, e, f, s }) => `${a} ${b} ${c} ${d} ${e} ${f} ${s.indexOf('a')} ${s.length} ${s[0]}` + -1.5,
});

/** The numbers that have no literal, wherever a literal may stand. */
export const limits = transform({
  input: { n: nullable(float64), b: bool },
  output: { a: nullable(float64), b: float64, c: bool, d: utf8 },
  row: ({ n, b }) => ({
    a: b ? NaN : n,
    b: n ?? -Infinity,
    c: n === Infinity || (n ?? NaN) < Infinity,
    d: `${NaN} ${-Infinity} ${n ?? NaN}`,
  }),
});

/** A number that the column cannot hold fails the row; nothing wraps. */
export const narrowIntegers = transform({
  input: { a: int16, b: uint32, c: float64 },
  output: { a: int8, b: int32, c: nullable(uint16) },
  row: ({ a, b, c }) => ({ a: a > 200 ? 0 : a, b: b - 1, c: c > 20 ? null : c }),
});
