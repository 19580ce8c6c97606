import { bool, float64, int8, int32, int64, nullable, transform, uint32, uint64, utf8 } from 'rowfuse';

/** To a number of digits that is constant, missing or undefined. */
export const printed = transform({
  input: { x: float64, n: nullable(float64), k: int32 },
  output: { fixed: utf8, whole: utf8, most: utf8, exponential: utf8, shortest: utf8, precise: utf8, plain: utf8, absent: nullable(utf8) },
  row: ({ x, n, k }) => ({
    fixed: x.toFixed(2),
    whole: `${x.toFixed()} ${(x / 3).toFixed(undefined)} ${k.toFixed(1)}`,
    most: (x / 7).toFixed(100),
    exponential: `${x.toExponential(3)} ${(x * 1e-300).toExponential(20)} ${k.toExponential(0)}`,
    shortest: `${x.toExponential()}|${k.toExponential(undefined)}`,
    precise: `${x.toPrecision(1)} ${(x / 3).toPrecision(6)} ${(x * 1e200).toPrecision(100)} ${k.toPrecision(2)}`,
    plain: `${x.toPrecision()} ${x.toString()} ${(x * 0.1).toString(undefined)} ${x.toString(10)} ${x.valueOf()}`,
    absent: n === null ? null : n.toFixed(3),
  }),
});

/** To a number of digits from the row: outside the range the row fails. */
export const printedBy = transform({
  input: { x: float64, digits: int8, part: float64 },
  output: { fixed: utf8, exponential: utf8, precise: utf8, radix: utf8 },
  row: ({ x, digits, part }) => {
    const some = digits < 0 ? 100 + digits : digits;
    const less = part > 0 && part < 100 ? part : 0;
    return {
      fixed: x.toFixed(less),
      exponential: x.toExponential(some > 100 ? 2 : some),
      precise: x.toPrecision(some === 0 || some > 100 ? 5 : some),
      radix: x.toString(2 + (some % 35)),
    };
  },
});

export const printedOutside = transform({
  input: { x: float64, digits: int8, part: float64 },
  output: utf8,
  row: ({ x, digits, part }) => (digits > 40 ? x.toFixed(part) : digits > 0 ? x.toPrecision(part) : digits > -60 ? x.toString(digits) : x.toExponential(digits)),
});

/** In other bases. */
export const inBases = transform({
  input: { x: float64, u: uint32, k: int32, small: int8, s: utf8 },
  output: { binary: utf8, hex: utf8, other: utf8, integers: utf8, positions: utf8, flag: utf8 },
  row: ({ x, u, k, small, s }) => ({
    binary: x.toString(2),
    hex: `${x.toString(16)} ${u.toString(16).toUpperCase()} ${(u / 256).toString(16)}`,
    other: `${(x / 3).toString(3)} ${(x * 1e100).toString(36)} ${x.toString(7.9)}`,
    integers: `${k.toString(2)} ${k.toString(36)} ${small.toString(8)} ${(small + 1).toString(16).padStart(4, '0')}`,
    positions: `${s.length.toString(2)} ${s.indexOf('a').toString(16)}`,
    flag: (x > 0).toString(),
  }),
});

export const bigintsInBases = transform({
  input: { a: int64, b: uint64, n: nullable(int64), radix: int8 },
  output: { hex: utf8, wide: utf8, by: utf8, absent: utf8 },
  row: ({ a, b, n, radix }) => ({
    hex: `${a.toString(16)} ${b.toString(16)} ${a.toString()} ${b.valueOf()}`,
    wide: `${(a * a).toString(2)} ${(a * a).toString(36)} ${(-a).toString(10)}`,
    by: b.toString(2 + (radix < 0 ? radix + 128 : radix) % 35),
    absent: (n ?? 0n).toString(32),
  }),
});

/** In loops the texts of numbers are kept, also within their slices. */
export const collected = transform({
  input: { x: float64, count: int8 },
  output: { all: utf8, last: utf8, first: utf8, cents: bool },
  row: ({ x, count }) => {
    let all = '';
    let last = '';
    for (let i = 0; i < count % 8; i++) {
      const text = (x / (i + 1)).toFixed(i);
      if (i % 2 === 0) last = text;
      all += `${text};${i.toString(2)} `;
    }
    const first = x.toFixed(2).slice(0, 3);
    return { all, last, first, cents: x.toFixed(2).endsWith('.00') };
  },
});
