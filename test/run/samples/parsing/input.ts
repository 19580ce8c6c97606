import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

/** Strings as numbers, of every form: views, parts of them, concatenations, mapped case. */
export const numbersOf = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), k: int32 },
  output: { plain: float64, signed: float64, negative: float64, absent: float64, joined: float64, lower: float64, unit: float64, part: float64 },
  row: ({ s, t, n, k }) => ({
    plain: Number(s),
    signed: +s,
    negative: -t,
    absent: Number(n),
    joined: Number(`${k}${s}`) + Number(s + t),
    lower: Number(s.toUpperCase()) + +t.toLowerCase(),
    unit: Number(s[0]) + Number(s.at(-1)),
    part: Number(s.slice(1, 5).trim()) + Number(''),
  }),
});

export const floatsOf = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8), x: float64 },
  output: { plain: float64, same: float64, absent: float64, joined: float64, lower: float64, number: float64, back: bool },
  row: ({ s, t, n, x }) => ({
    plain: parseFloat(s),
    same: Number.parseFloat(t),
    absent: parseFloat(n as string),
    joined: parseFloat(`${s}${t}`),
    lower: parseFloat(t.toLowerCase()),
    number: parseFloat(`${x}`),
    back: parseFloat(`${x}`) === x || x !== x,
  }),
});

export const integersOf = transform({
  input: { s: utf8, t: utf8, k: int32, x: float64 },
  output: { plain: float64, decimal: float64, hex: float64, binary: float64, odd: float64, by: float64, joined: float64, number: float64, constant: int32 },
  row: ({ s, t, k, x }) => ({
    plain: parseInt(s),
    decimal: parseInt(s, 10),
    hex: Number.parseInt(t, 16) + parseInt('0x1F'),
    binary: parseInt(s, 2),
    odd: parseInt(s + t, 7) + parseInt(t, 36),
    by: parseInt(s, k % 40) + parseInt(t, x),
    joined: parseInt(`0x${s}`) + parseInt(s.toUpperCase(), 30),
    number: parseInt(`${x}`),
    constant: parseInt('12px', 8),
  }),
});

/** A text that is no bigint, or exceeds 128 bits, fails its row. */
export const bigintsOf = transform({
  input: { s: utf8, k: int64 },
  output: { plain: utf8, joined: utf8, hex: utf8 },
  row: ({ s, k }) => {
    let digits = '';
    for (const c of s) if (c >= '0' && c <= '9' && digits.length < 36) digits += c;
    return {
      plain: `${BigInt(digits) + k}`,
      joined: `${BigInt(` ${k} `)}`,
      hex: `${BigInt(`0x${digits}1`) % 1000n}`,
    };
  },
});

export const bigintOrError = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${BigInt(s)}`,
});

/** Loops that parse text and sum it up. */
export const sumOfFields = transform({
  input: { s: utf8 },
  output: { sum: float64, count: int32 },
  row: ({ s }) => {
    let sum = 0;
    let count = 0;
    let field = '';
    for (const c of s) {
      if (c === ',' || c === ' ') {
        sum += Number(field);
        count++;
        field = '';
      } else field += c;
    }
    return { sum: sum + parseFloat(field), count };
  },
});
