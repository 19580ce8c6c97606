import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';
import { imported } from './constants.js';

const quotes = 'a "quoted" \'string\' with \\ and ` and ${}';
const control = 'newline \n return \r tab \t null \0 bell \x07 /* */ // ??/ \u2028';
const beyond = 'é ✓ 😀 \ufeff \u{10ffff}';
const digits = '\x001\x012';

/** Text that must reach native code unchanged and harmless. */
export const literals = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${quotes}|${control}|${s}|${beyond}|${digits}|${imported}|\\`,
});

export const equalities = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    if (s === quotes) return 'quotes';
    if (s === control) return 'control';
    if (s === beyond) return 'beyond';
    if (s === digits) return 'digits';
    return s === '' ? 'empty' : 'other';
  },
});

const first: string = 'a';
const second: string = ' ';
const sizes = { small: 1, large: 2.5 };
enum Level {
  low = 3,
  high = 7,
}

/** Named constants: values at build time, names in the reference. */
export const literalsOfNames = transform({
  input: { s: utf8, n: float64, k: int32 },
  output: { element: nullable(utf8), member: nullable(bool), found: nullable(int32), nested: nullable(float64), local: nullable(utf8) },
  row({ s, n, k }) {
    const here = 'b';
    const text: string = [first as string, here][k & 1] ?? second;
    const table = new Map<string, number>([[first, sizes.large], ['b', Level.high]]);
    return {
      element: [second, first][n] ?? null,
      member: new Set<string>([first, second, 'ab']).has(s),
      found: [sizes.small, Level.low, undefined, NaN].indexOf(n),
      nested: table.get(s) ?? null,
      local: text,
    };
  },
});
