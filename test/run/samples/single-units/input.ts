import { bool, int32, transform, utf8 } from 'rowfuse';

const morse: Record<string, string> = { a: '.-', b: '-...', c: '-.-.', d: '-..', e: '.', f: '..-.', ' ': '/', é: '..-..' };
const units: Record<string, number> = { a: 1, b: 2, c: 3, d: 4, x: 5, '\u007f': 6, '\0': 7 };
const separators = new Set([' ', ',', ';', '\t', '\n', '-', '_', 'é']);
const many = new Set([...'abcdefghijklmnopqrstuvwxyz0123456789', 'é', '😀', 'ab']);

/** Tests and lookups of single units: of the empty string, of halves of pairs, and of longer texts that begin with them. */
export const singleUnits = transform({
  input: { s: utf8, t: utf8 },
  output: {
    orders: utf8,
    equals: utf8,
    upper: int32,
    codes: utf8,
    numbers: int32,
    found: int32,
    switched: utf8,
    empty: bool,
    built: utf8,
  },
  row({ s, t }) {
    const orderOf = (c: string) =>
      `${c < 'a' ? 1 : 0}${c <= 'a' ? 1 : 0}${c > 'a' ? 1 : 0}${c >= 'a' ? 1 : 0}${'z' < c ? 1 : 0}${'z' >= c ? 1 : 0}${c < '\u007f' ? 1 : 0}${c > 'é' ? 1 : 0}`;
    let orders = orderOf(s) + orderOf(t.charAt(0)) + orderOf(s.slice(1)) + orderOf(t.slice(-1)) + orderOf('');
    for (const c of s) orders += orderOf(c);
    for (let i = 0; i < t.length && i < 8; i++) orders += orderOf(t.charAt(i));
    let equals = `${s === 'a'}${s.slice(1) === 'a'}${t.charAt(2) === '\0'}${s.slice(0, 1) !== ' '}`;
    for (let i = 0; i <= s.length && i < 9; i++) equals += s[i] === 'a' ? 'a' : s[i] !== 'b' ? '-' : 'b';
    let upper = 0;
    for (const c of s) if (c >= 'A' && c <= 'Z') upper++;
    let codes = '';
    for (const c of s) codes += morse[c] ?? c;
    for (let i = 0; i < t.length; i++) codes += morse[t[i] ?? ''] ?? '?';
    codes += morse[t] ?? '!';
    let numbers = units[s] ?? -1;
    for (let i = 0; i < s.length; i++) numbers += units[s.charAt(i)] ?? 0;
    let found = 0;
    for (const c of t) found += (separators.has(c) ? 1 : 0) + (many.has(c) ? 100 : 0) + ('aeiou'.includes(c) ? 10000 : 0);
    found += many.has(s) ? 7 : 0;
    let switched = '';
    for (const c of s) {
      switch (c) {
        case 'a':
          switched += '1';
          break;
        case ' ':
        case '\n':
          switched += '2';
          break;
        case '😀':
          switched += '3';
          break;
        default:
          switched += c;
      }
    }
    let built = '';
    for (let i = 0; i < s.length; i++) {
      built += s[i];
      if (i % 3 === 1) built += t.charAt(i);
      if (i % 5 === 2) built += String.fromCharCode(s.charCodeAt(i) ^ 1);
    }
    return { orders, equals, upper, codes, numbers, found, switched, empty: '' < 'a' && s >= '', built };
  },
});
