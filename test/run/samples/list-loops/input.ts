import {
  bool,
  float32,
  float64,
  int8,
  int16,
  int32,
  list,
  nullable,
  transform,
  uint8,
  uint16,
  uint32,
  utf8,
} from 'rowfuse';

/** Remainders of integers, which elements of lists are known to be. */
export const loopRemainders = transform({
  input: { i8: list(int8), u16: list(uint16), i32: list(int32), u32: list(uint32), n: int32, nulls: list(nullable(int32)) },
  output: {
    even: list(int32),
    odd: list(uint16),
    signs: list(float64),
    rests: list(float64),
    byColumn: list(float64),
    byElement: list(float64),
    wide: list(float64),
    some: float64,
  },
  row({ i8, u16, i32, u32, n, nulls }) {
    let some = 0;
    for (const x of nulls) if (x !== null) some += x % 3;
    return {
      even: i32.filter((x) => x % 2 === 0),
      odd: u16.filter((x) => x % 2 === 1),
      signs: i32.map((x) => 1 / (x % 4)),
      rests: i8.map((x) => x % -7),
      byColumn: i32.map((x) => x % n),
      byElement: i32.map((x, i) => x % (i32[i + 1] ?? 0)),
      wide: u32.map((x) => x % 10),
      some,
    };
  },
});

/** Extremes of zeros of both signs, NaN and integers, in chains from step to step. */
export const loopExtremes = transform({
  input: { xs: list(float64), fs: list(float32), i32: list(int32), y: float64 },
  output: { most: float64, least: float64, above: list(float64), below: list(float64), clamped: list(int32), sums: float64 },
  row({ xs, fs, i32, y }) {
    let sums = 0;
    for (const x of i32) sums = Math.max(0, sums + x);
    return {
      most: 1 / xs.reduce((most, x) => Math.max(most, x), y),
      least: 1 / fs.reduce((least, x) => Math.min(x, least), y),
      above: xs.map((x) => 1 / Math.max(x, -0)).concat(xs.map((x) => 1 / Math.max(0, x))),
      below: xs.map((x) => 1 / Math.min(0, x)).concat(xs.map((x) => 1 / Math.min(x, -0))),
      clamped: i32.map((x) => Math.min(Math.max(x, -500), 500)),
      sums,
    };
  },
});

/** Arrays that grow alone, in turns, and beside text. */
export const loopPushes = transform({
  input: { xs: list(float64), words: list(utf8) },
  output: { alone: list(float64), left: list(float64), right: list(utf8), flags: list(bool), rest: list(float64), text: utf8 },
  row({ xs, words }) {
    const alone: number[] = [];
    for (const x of xs) for (const y of xs) alone.push(x, x + y, y);
    const left: number[] = [];
    const right: string[] = [];
    const flags: boolean[] = [];
    let text = '';
    for (const x of xs)
      for (const word of words) {
        left.push(x);
        flags.push(x > 0);
        right.push(`${word}!`);
        text += word;
      }
    const rest: number[] = [...xs];
    for (const x of xs) {
      rest.push(x);
      rest.shift();
      rest.push(x / 2);
    }
    return { alone, left, right, flags, rest, text };
  },
});

/** Numbers of arrays in columns of integers. Some do not fit, and fail the row. */
export const loopIntegers = transform({
  input: { xs: list(int32), u8: list(uint8), by: int16 },
  output: { i8: list(int8), i16: list(int16), i32: list(int32), u8: list(uint8), u16: list(uint16), u32: list(uint32) },
  row: ({ xs, u8, by }) => ({
    i8: u8.map((x) => x - 128),
    i16: u8.map((x) => x * 128 - 32767),
    i32: xs.map((x) => x / (by === 0 ? 2 : 1)),
    u8: u8.map((x) => x),
    u16: u8.map((x) => x * 257),
    u32: xs.map((x) => Math.abs(x)),
  }),
});

/** Loops that remember the place of an element or unit, and compare the next ones with it. */
export const loopPlaces = transform({
  input: { xs: list(float64), i32: list(int32), s: utf8, words: list(utf8) },
  output: { most: int32, least: int32, unit: int32, word: int32, last: int32 },
  row({ xs, i32, s, words }) {
    let most = 0;
    for (let i = 1; i < i32.length; i++) if ((i32[i] ?? 0) > (i32[most] ?? 0)) most = i;
    let least = 0;
    for (let i = 0; i < xs.length; i++) {
      if ((xs[i] ?? 0) < (xs[least] ?? 0)) {
        least = i;
      }
    }
    let unit = 0;
    for (let i = 0; i < s.length; i++) if (s.charCodeAt(i) > s.charCodeAt(unit)) unit = i;
    let word = 0;
    for (let i = 0; i < words.length; i++) if ((words[i] ?? '') > (words[word] ?? '')) word = i;
    let last = -1;
    for (let i = 0; i < i32.length; i++) if (last < 0 || i32[i] !== i32[last]) last = i;
    return { most, least, unit, word, last };
  },
});

/** Arrays of which only the length is asked for, beside others whose elements are read. */
export const countedLengths = transform({
  input: { values: list(nullable(float64)), s: utf8, n: int32 },
  output: { present: int32, words: int32, pushed: float64, kept: float64, again: int32, nested: int32 },
  row({ values, s, n }) {
    const present = values.filter((value) => value !== null && value > 0).length;
    const words = s.split(' ').map((word) => word.length).length;
    const pushed = [1, n];
    for (const c of s) if (c !== 'a') pushed.push(1 / pushed.length);
    const positive = values.filter((value) => value !== null && value > n);
    const kept = positive.length + (positive[0] ?? 0);
    let again: string[] = ['a'];
    for (const c of s) {
      if (c === ' ') again = ['b', 'c'];
      else again.push(c);
    }
    const rows: number[][] = [];
    const row: number[] = [];
    for (const c of s) {
      row.push(c.length);
      rows.push([c.length]);
    }
    return { present, words, pushed: pushed.length / 2, kept, again: again.length, nested: rows.length + row.length };
  },
});

/** Elements that fail the row although nothing reads them. */
export const countedFailures = transform({
  input: { s: utf8, n: int32 },
  output: int32,
  row({ s, n }) {
    const texts: string[] = [];
    for (const c of s) texts.push(c.repeat(n % 4));
    return texts.length;
  },
});

/** Sums and counts over lists of integers, which are exact integers unless a list is very long. */
export const exactSums = transform({
  input: {
    i8: list(int8),
    u16: list(uint16),
    i32: list(int32),
    u32: list(uint32),
    nested: list(list(int32)),
    nulls: list(nullable(int32)),
    n: int32,
  },
  output: {
    sum: float64,
    byIndex: float64,
    mean: float64,
    inner: float64,
    even: int32,
    most: int32,
    wide: float64,
    some: float64,
    rise: int32,
    product: float64,
    down: float64,
  },
  row({ i8, u16, i32, u32, nested, nulls, n }) {
    let sum = 0;
    for (const value of i32) sum += value;
    let byIndex = n;
    for (let i = 0; i < i32.length; i++) byIndex -= (i32[i] ?? 0) - (u16[i] ?? 7);
    const mean = i8.reduce((a, b) => a + b, 0) / i8.length;
    let inner = 0;
    for (const list of nested) for (const value of list) inner += value;
    let even = 0;
    for (let i = 0; i < i32.length; i++) if ((i32[i] ?? 0) % 2 === 0) even++;
    let most = i8[0] ?? -1000;
    for (const value of i8) most = value > most ? value : most;
    let wide = 0;
    for (const value of u32) wide += value;
    let some = 0;
    for (const value of nulls) some += value ?? 1;
    let rise = 0;
    for (let i = 1; i < i32.length; i += 1) if ((i32[i] ?? 0) > (i32[i - 1] ?? 0)) rise += i;
    let product = 0;
    for (const value of i32) product += value * n;
    let down = 0;
    for (let i = i32.length - 1; i >= 0; i -= 3) down += i32[i] ?? 0;
    return { sum, byIndex, mean, inner, even, most, wide, some, rise, product, down };
  },
});

/** A sum and nothing else, for very long lists. */
export const exactSum = transform({
  input: { values: list(int32) },
  output: float64,
  row: ({ values }) => values.reduce((sum, value) => sum + value, 0),
});
