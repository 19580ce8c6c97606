import { transform, utf8 } from 'rowfuse';
import { imported } from './constants.js';

const quotes = 'a "quoted" \'string\' with \\ and ` and ${}';
const control = 'newline \n return \r tab \t null \0 bell \x07 /* */ // ??/ \u2028';
const beyond = 'é ✓ 😀 \ufeff \u{10ffff}';
const digits = '\x001\x012';

/** Text that must reach native code unharmed and harmless. */
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
