import { bool, float64, int32, int64, nullable, transform, uint8, uint64, utf8 } from 'rowfuse';

const few: readonly bigint[] = [1n, -5n, 9_223_372_036_854_775_807n];
const dense: readonly bigint[] = [-3n, 0n, 2n, 3n, 5n, 8n, 13n];
const many = new Set([0n, 7n, 14n, 1000n, 77_777n, 123_456n, 999_999n, 4_000_000_000n, 12n, 10n]);
const far: readonly bigint[] = [...few, -(2n ** 63n), 2n ** 40n, 3n ** 30n, 11n, 2n ** 64n - 1n, 2n ** 63n];
const lots = new Set([
  1n, 4n, 9n, 16n, 25n, 36n, 49n, 64n, 81n, 100n, 121n, 144n, 169n, 196n, 225n, 256n, 289n, 324n, 361n, 400n, 441n, 484n, 529n,
  576n, 625n, 676n, 729n, 784n, 841n, 900n, 961n, 1024n, 1089n, 1156n, 1225n, 1296n, 1369n, 1444n, 1521n, 1600n, 1681n, 1764n,
  1849n, 1936n, 2025n, 2116n, 2209n, 2304n, 2401n, 2500n, 2n ** 62n, -(2n ** 63n), -1n, -2n,
]);

export const bigintMembers = transform({
  input: { a: int64, b: uint64, c: nullable(int64) },
  output: { few: bool, dense: bool, many: bool, far: bool, lots: bool, farUnsigned: bool, denseUnsigned: bool, nulls: bool, nullsOfWide: bool, wide: bool, widest: bool },
  row: ({ a, b, c }) => ({
    few: few.includes(a),
    dense: dense.includes(a),
    many: many.has(a),
    far: far.includes(a),
    lots: lots.has(a) || !lots.has(b),
    farUnsigned: far.includes(b),
    denseUnsigned: dense.includes(b),
    nulls: [null, 3n, 5n].includes(c),
    nullsOfWide: [null, 9n, 25n, 2n ** 40n].includes(c === null ? null : c * c),
    wide: many.has(a + 10n),
    widest: [2n ** 100n, 5n, 4n].includes(a * a),
  }),
});

const digits = [0, 1, 2, 3, 5, 8, 13];
const specials = new Set([Number.NaN, 0, 0.5, 5e-324, 9007199254740992, Infinity]);
const spread = [1, 10, 100, 1000, 10_000, 100_000, -1, -10];
const fractions: readonly number[] = [0.5, 1.9, -0.5, 1e300, 5e-324, 14, 0, -Infinity];

export const numberMembers = transform({
  input: { n: float64, k: int32, u: uint8, m: nullable(float64), s: utf8 },
  output: { digits: bool, specials: bool, spread: bool, fractions: bool, int: bool, intSpread: bool, byte: bool, nulls: bool, none: bool, position: bool },
  row: ({ n, k, u, m, s }) => ({
    digits: digits.includes(n),
    specials: specials.has(n),
    spread: spread.includes(n),
    fractions: fractions.includes(n),
    int: digits.includes(k),
    intSpread: spread.includes(k) || fractions.includes(k),
    byte: new Set([1, 255, 256, 7, 9, 11]).has(u),
    nulls: [null, Number.NaN, 3].includes(m),
    none: new Set<number>().has(n),
    position: [0, 2, 3].includes(s.indexOf('a')),
  }),
});

const names = new Set(['public', 'private', '', 'a', 'b', 'é', '✓', '😀', 'ab', 'aa', 'quotes', 'John Doe']);
const broken: readonly string[] = ['\ud83d', '\ude00', 'a', 'b', '😀'];

export const textMembers = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: { two: bool, many: bool, unit: bool, halves: bool, rope: bool, nulls: bool, absent: bool, truth: bool },
  row({ s, t, i }) {
    const unit = s[i];
    return {
      two: ['public', 'private'].includes(s),
      many: names.has(s),
      unit: names.has(s.charAt(i)),
      halves: broken.includes(s.charAt(i)),
      rope: names.has(`${s}${t}`) || names.has(s.slice(0, 1) + s.slice(1, 2)),
      nulls: [...names, null].includes(t),
      absent: ([undefined, 'a', 'b', '✓', ' '] as (string | undefined)[]).includes(unit as string | undefined),
      truth: [true, null].includes(t === null ? null : t === s),
    };
  },
});
