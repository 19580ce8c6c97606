import { bool, float64, int8, int16, int32, int64, nullable, transform, uint8, uint32, uint64, utf8 } from 'rowfuse';

const flags = 1 | 4;

/** ToInt32 of any double: fractions, past 2^32, infinities, NaN. */
export const bitwiseNumbers = transform({
  input: { x: float64, y: float64, n: nullable(float64), b: nullable(bool) },
  output: {
    and: int32,
    or: int32,
    xor: int32,
    not: int32,
    left: int32,
    right: int32,
    unsigned: uint32,
    integer: int32,
    absent: int32,
    large: int32,
    twice: int32,
  },
  row: ({ x, y, n, b }) => ({
    and: x & y,
    or: x | y,
    xor: x ^ y,
    not: ~x,
    left: x << y,
    right: x >> y,
    unsigned: x >>> y,
    integer: x | 0,
    absent: (n as number) | (b as unknown as number),
    large: (x * 1e15) ^ (y * 2 ** 40),
    twice: ~~y + ~(n as number),
  }),
});

/** Integers stay integers: masks, flags, fields of bits and a hash. */
export const bitwiseIntegers = transform({
  input: { a: int8, c: int16, k: int32, u: uint32, m: uint8, s: utf8 },
  output: {
    low: uint8,
    high: uint8,
    field: int32,
    sign: int32,
    unsigned: float64,
    flag: bool,
    hash: uint32,
    parity: uint8,
    shifted: int32,
    wrapped: int32,
    index: int32,
  },
  row({ a, c, k, u, m, s }) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < s.length; i++) hash = Math.imul(hash ^ (s.length & 0xff), 0x01000193);
    let bits = 0;
    for (let rest = m; rest !== 0; rest >>= 1) bits ^= rest & 1;
    return {
      low: c & 0xff,
      high: (c >> 8) & 0xff,
      field: (k >>> 3) & 7,
      sign: a >> 31,
      unsigned: (k >>> 0) + (u >>> 1) + (u >>> 0),
      flag: (m & flags) !== 0 && (a & ~flags) === (a ^ (a & flags)),
      hash: hash >>> 0,
      parity: bits,
      shifted: (k << 5) - k + (1 << a) + (1 << 33),
      wrapped: (k + u) | 0,
      index: s.indexOf('a') & 3,
    };
  },
});

/** The compound forms, of numbers and bigints. */
export const bitwiseAssignments = transform({
  input: { x: float64, y: float64, a: int64, b: int64 },
  output: { number: int32, unsigned: uint32, power: float64, big: int64 },
  row({ x, y, a, b }) {
    let number = x;
    number &= 0xffff;
    number |= y;
    number ^= 3;
    number <<= 2;
    number >>= 1;
    let unsigned = y;
    unsigned >>>= 1;
    let power = x;
    power **= 2;
    let big = a;
    big &= 0xffffffn;
    big |= b >> 40n;
    big ^= 5n;
    big <<= 3n;
    big >>= 1n;
    big **= 2n;
    return { number, unsigned, power, big: big % 1_000_000_007n };
  },
});

/** Two's complement of any length. */
export const bitwiseBigints = transform({
  input: { a: int64, b: int64, u: uint64, v: uint64, k: int8 },
  output: {
    and: int64,
    or: int64,
    xor: int64,
    not: int64,
    unsigned: uint64,
    mixed: int64,
    mask: uint64,
    left: utf8,
    right: int64,
    variable: utf8,
    field: int64,
    power: utf8,
  },
  row: ({ a, b, u, v, k }) => ({
    and: a & b,
    or: a | b,
    xor: a ^ b,
    not: ~a,
    unsigned: (u | v) ^ (u & v),
    mixed: (a & 0xffn) | (b >> 32n),
    mask: u & 0xffff_ffff_ffffn & ~0xffn,
    left: `${a << 20n} ${u << 63n} ${b << -3n}`,
    right: a >> 3n,
    variable: `${a >> BigInt(k)} ${1n << (BigInt(k) & 31n)} ${-5n >> (u & 255n)} ${u >> (v & 127n)}`,
    field: (a >> 8n) & 0xfffn,
    power: `${BigInt(k) ** 3n} ${(a & 7n) ** 2n} ${2n ** (u & 63n)} ${(-1n) ** v}`,
  }),
});

/** Negative exponents fail the row, as JavaScript's RangeError does; far results leave 128 bits. */
export const bigintPowers = transform({
  input: { a: int64, k: int8 },
  output: utf8,
  row: ({ a, k }) => `${a ** BigInt(k)}`,
});

export const cutBigints = transform({
  input: { a: int64, u: uint64, k: uint8 },
  output: { byte: int8, unsignedByte: uint8, wide: int64, unsigned: uint64, variable: utf8, none: int64 },
  row: ({ a, u, k }) => ({
    byte: Number(BigInt.asIntN(8, a)),
    unsignedByte: Number(BigInt.asUintN(8, a)),
    wide: BigInt.asIntN(64, a * a + BigInt(k)),
    unsigned: BigInt.asUintN(64, a * 0x9e3779b97f4a7c15n),
    variable: `${BigInt.asIntN(k, a)} ${BigInt.asUintN(k, u)} ${BigInt.asUintN(k / 3, a)}`,
    none: BigInt.asIntN(0, a) + BigInt.asUintN(0.9, u),
  }),
});

/** `**` of numbers is `Math.pow`; remainders have the dividend's sign, also that of a zero. */
export const exponentiation = transform({
  input: { x: float64, y: float64, k: int32, m: uint8 },
  output: {
    power: float64,
    square: float64,
    integer: float64,
    right: float64,
    folded: float64,
    remainder: float64,
    sign: float64,
    ofIntegers: int32,
    negative: float64,
  },
  row: ({ x, y, k, m }) => ({
    power: x ** (y / 8),
    square: x ** 2,
    integer: k ** 3 + m ** 2 - Math.pow(k, 2) + (m - 128) ** 2 / 2,
    right: 2 ** (3 ** (m & 1)),
    folded: 2 ** 10 + 10 ** 3 + (-2) ** 3,
    remainder: x % (y / 8),
    sign: 1 / (x % 1),
    ofIntegers: m % 7,
    negative: k % 8,
  }),
});
