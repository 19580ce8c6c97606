import { bool, float64, int32, int64, nullable, transform, uint64, utf8 } from 'rowfuse';

const one: readonly bigint[] = [7n];
const close = new Set([1n, 2n, 3n, 5n, 8n, 13n, 21n]);
const spread: readonly bigint[] = [3n, 1000n, 77n, 4_000_000_000n, 12n, 123_456n];
const far = [...spread, 2n ** 62n, -(2n ** 62n)];
const numbers = [0, 1, 2, 3, NaN];
const fractions: readonly number[] = [0.5, 1e300, -0, 7];
const names = new Set(['Ada', 'Bob', 'Eve', 'Grace', '']);

/** The constants and the type of the value determine the search. */
export const membership = transform({
  input: { a: int64, b: uint64, k: int32, n: float64, s: utf8, t: nullable(utf8) },
  output: { one: bool, close: bool, spread: bool, far: bool, wide: bool, int: bool, number: bool, fraction: bool, name: bool, two: bool, none: bool },
  row: ({ a, b, k, n, s, t }) => ({
    one: one.includes(a),
    close: close.has(b),
    spread: spread.includes(a),
    far: far.includes(a),
    wide: close.has(a + 1n),
    int: numbers.includes(k),
    number: numbers.includes(n),
    fraction: fractions.includes(n),
    name: names.has(s),
    two: ['Ada', null].includes(t),
    none: one.includes(-a * a * a) || numbers.length > 4,
  }),
});
