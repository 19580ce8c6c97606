import { bool, float64, int8, int16, int32, int64, nullable, transform, utf8 } from 'rowfuse';

/** Rows that fail may be null instead, on every backend: test/run/failing-rows.test.ts. */
export const tolerantText = transform({
  input: { s: utf8, n: nullable(float64), flag: bool },
  output: { text: nullable(utf8), small: nullable(int8), flag: nullable(bool), half: nullable(float64) },
  row({ s, n, flag }) {
    if (s.length % 3 === 1) throw new RangeError(`${s} has ${s.length} units`);
    return { text: `${s}.`, small: n, flag: flag && s !== '', half: n === null ? null : n / 2 };
  },
});

/** Without text the only pass finds the rows that fail. */
export const tolerantNumbers = transform({
  input: { n: float64, k: int64 },
  output: { small: nullable(int16), quotient: nullable(int64), even: nullable(bool) },
  row: ({ n, k }) => ({ small: n, quotient: 100n / (k % 4n), even: k % 2n === 0n }),
});

/** Text without an upper bound takes two passes. */
export const tolerantLoops = transform({
  input: { s: utf8 },
  output: nullable(utf8),
  row({ s }) {
    let text = '';
    for (const c of s) {
      if (c === '✓') throw new Error(text);
      text += c + c;
    }
    return text;
  },
});

/** A place outside an array fails the row even if nothing reads the array. */
export const tolerantPlaces = transform({
  input: { n: float64, k: int32 },
  output: nullable(int32),
  row({ n, k }) {
    const places = [0, 0];
    places[k % 4] = n;
    return k & 1;
  },
});
