import { bool, float64, int8, int16, int32, int64, transform, uint8, uint16, uint32, uint64, utf8 } from 'rowfuse';

/** Quotients of integers, rounded in every direction; quotients that may be -0 stay doubles. */
export const quotients = transform({
  input: { a: uint16, b: uint8, c: int16, d: int8, k: int32, u: uint32 },
  output: {
    floor: int32,
    trunc: int32,
    negative: float64,
    cut: int32,
    cutNegative: int32,
    cutVariable: int32,
    lowest: int32,
    wide: float64,
    sign: utf8,
  },
  row: ({ a, b, c, d, k, u }) => ({
    floor: Math.floor(a / (b + 1)),
    trunc: Math.trunc(a / 7),
    negative: Math.floor(c / 3),
    cut: (k / 10) | 0,
    cutNegative: (c / -5) | 0,
    cutVariable: (k / (d === 0 ? 1 : d)) | 0,
    lowest: Math.max((k / -1) | 0, -2147483648) ^ (1 << 31) ^ -2147483648,
    wide: Math.floor(u / (b + 1)),
    sign: `${1 / Math.trunc(d / 100)} ${1 / Math.floor(a / 60000)} ${(d / (b - b)) | 0}`,
  }),
});

/** Sums and products modulo 2^32 as ToInt32 cuts them, while doubles are exact; the others are rounded first. */
export const hashes = transform({
  input: { s: utf8, k: int32, m: int32, u: uint32, b: uint8 },
  output: { java: int32, fnv: uint32, sum: int32, product: int32, rounded: int32, negated: int32, mixed: uint32 },
  row({ s, k, m, u, b }) {
    let java = 0;
    for (let i = 0; i < s.length; i++) java = (java * 31 + s.length * i) | 0;
    let fnv = 0x811c9dc5;
    for (let i = 0; i < s.length; i++) fnv = Math.imul(fnv ^ (i + b), 0x01000193) >>> 0;
    return {
      java,
      fnv,
      sum: (k + m - b) | 0,
      product: (k * b) | 0,
      rounded: (k * m) | 0,
      negated: ~(-k * 3 - (m >>> 0)),
      mixed: ((k ^ (u >>> 16)) * 0x85eb) >>> 0,
    };
  },
});

/** Shifts of bigints by constants, in the form that holds the value. */
export const bigintShifts = transform({
  input: { a: int64, u: uint64, k: int8 },
  output: { near: int64, far: int64, field: int64, unsigned: uint64, wide: utf8, fold: int64 },
  row: ({ a, u, k }) => ({
    near: a >> 3n,
    far: (a >> 63n) + (a >> 64n) + BigInt(Number(u >> 100n)),
    field: (a >> 22n) & 0x3ffn,
    unsigned: (u >> 1n) | (u & 1n),
    wide: `${a << 63n} ${u << 62n} ${BigInt(k) << 100n} ${(a << 20n) >> 70n} ${~u << 3n}`,
    fold: (a ^ (a >> 32n)) & 0xffff_ffffn,
  }),
});

/** Where -0 counts as 0, remainders of integers are integers. */
export const remainders = transform({
  input: { k: int32, a: int8, b: uint8 },
  output: { even: bool, odd: bool, order: bool, truth: bool, cut: int32, zero: bool, sign: float64, variable: bool, nan: bool },
  row: ({ k, a, b }) => ({
    even: k % 2 === 0,
    odd: k % 2 !== 0 && !(a % 3),
    order: k % 7 < a % 5 || a % 4 >= 0,
    truth: k % 16 ? true : false,
    cut: (k % 10) | 0,
    zero: a % b === 0,
    sign: 1 / (a % 2),
    variable: k % (b + 1) === b,
    nan: (k % -1 === 0) === (a % -128 !== 0.5),
  }),
});

/** A double rounds what leaves 2^53, also by one, before it is cut to 32 bits. */
export const roundedHashes = transform({
  input: { k: int32, b: uint8 },
  output: { byOne: int32, product: int32, sum: int32, below: int32 },
  row: ({ k, b }) => ({
    byOne: (9007199254740991 + (b & 2)) | 0,
    product: (k * 8388609) | 0,
    sum: (k * 4194303 + k * 4194305) | 0,
    below: (-9007199254740991 - (b & 2)) | 0,
  }),
});
