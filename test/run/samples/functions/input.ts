import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';
import isMissing, { countOf, cut as shorten } from './text.js';
import * as text from './text.js';

const initial = 'a';

function firstWord(s: string): string {
  const space = s.indexOf(' ');
  return space < 0 ? s : s.slice(0, space);
}

/** Several returns, one of them in a loop. */
function firstVowel(s: string, fallback: string | null = null) {
  if (s === '') return fallback;
  for (const c of s) {
    switch (c) {
      case initial:
      case 'e':
      case 'i':
        return c;
      case ' ':
        return undefined;
    }
  }
  return fallback ?? 'none';
}

export const moduleFunctions = transform({
  input: { s: utf8, t: nullable(utf8) },
  output: nullable(utf8),
  row({ s, t }) {
    if (isMissing(t)) return firstVowel(firstWord(s)) as string | null;
    const word = firstWord(t);
    return `${shorten(word)} ${text.cut(s, 3)} ${firstVowel(word, s)} ${countOf(s, word)} ${countOf(t, 'a')}`;
  },
});

/** Nested functions see the variables of the row function, and change them. */
export const closures = transform({
  input: { s: utf8, n: int32 },
  output: utf8,
  row({ s, n }) {
    let calls = 0;
    const next = () => ++calls;
    const between = (low: number, high: number = low + next(), ...rest: number[]) =>
      n >= low && n <= high ? `${low}-${high}/${rest.length}` : null;
    function log(text: string): void {
      if (text === '') return;
      out += text;
    }
    let out = '';
    log(between(-5) ?? '');
    log(between(0, 10, next(), next()) ?? 'outside');
    const twice = (f: (x: string) => string, x: string) => f(f(x));
    log(twice((x) => x + s.slice(0, next()), '.'));
    const later = ((x: number, y: number) => x * y)(3, n);
    return `${out}${calls} ${later} ${late(2)}`;
    function late(x: number) {
      return x + calls;
    }
  },
});

/** The order of the arguments and of the functions' effects. */
export const orderOfCalls = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    let x = n % 10;
    const step = (by: number) => (x += by);
    const show = (a: number, b: number, c: number) => `${a},${b},${c},${x}`;
    const all = show(x, step(1), x) + show(step(2), x, step(3));
    const sum = x + step(1) * x - step(2);
    if (n > 3 && step(1) > 4 && step(10) > 15) return `big ${all}`;
    return `${all} ${sum} ${n < 0 ? step(5) : x}`;
  },
});

interface Row {
  readonly s: string | null;
  readonly n: number;
}

const lengthOf = ({ s }: Row) => (s === null ? -1 : s.length);
const isLong = (s: string | null, least: number): s is string => s !== null && s.length >= least;

/** The row and its columns as arguments; a function's narrowing of its parameter holds for the argument. */
export const functionsOfRows = transform({
  input: { s: nullable(utf8), n: int32 },
  output: { size: int32, long: bool, start: nullable(utf8) },
  row(row) {
    const size = lengthOf(row);
    const { s, ...others } = row;
    const start = isLong(s, 2) ? s.slice(0, 2) : null;
    const long = isLong(row.s, others.n);
    return { size, long, start };
  },
});

/** One decision holds for all calls of a function: its loops' steps count or do not. */
const repeat = (s: string, times: number) => {
  let out = '';
  for (let i = 0; i < times; i++) out += s;
  return out;
};

export const loopsInFunctions = transform({
  input: { s: utf8, n: int32 },
  output: utf8,
  row({ s, n }) {
    let out = '';
    for (const c of s) {
      if (out.length > 40) break;
      out += repeat(c, 2);
    }
    return out + repeat('-', n % 5);
  },
});

const clamp = (x: number, low: number, high: number) => {
  if (x < low) return low;
  if (x > high) return high;
  return x;
};

export const clampedNumbers = transform({
  input: { x: float64, n: nullable(int32) },
  output: float64,
  row: ({ x, n }) => clamp(x, -100, 100) + clamp(n ?? 0, 0, 5) * (n === null ? clamp(1, 2, 3) : 1),
});

/** A function that never returns. */
function fail(text: string): never {
  throw new RangeError(`failed: ${text}`);
}

export const failingFunctions = transform({
  input: { s: utf8, n: nullable(int32) },
  output: utf8,
  row({ s, n }) {
    const size = n ?? fail('no size');
    if (s.length > 3) fail(s);
    return size > 100_000_000 ? fail(`${size}`) : `${size}`;
  },
});

const plain = (s: string): string => s.trim();
const forms = {
  plain,
  upper: (s: string): string => s.toUpperCase(),
  size: function (s: string): number {
    return s.length;
  },
  nested: {
    start(s: string, n: number): string {
      return forms.plain(s).slice(0, n);
    },
  },
} as const;
const declared: { readonly shout: (s: string) => string } = { shout: (s) => `${s}!` };

/** Functions of a constant object, called and given to methods, and local names that are theirs. */
export const heldFunctions = transform({
  input: { s: utf8, n: int32 },
  output: utf8,
  row({ s, n }) {
    const upper = s.split(' ').map(forms.upper).join('-');
    const start = forms.nested.start(s, n & 7);
    const cut = text.cut(start);
    const countOf = text.countOf(upper, 'A');
    return `${upper}${start}${cut}${countOf}${forms.size(s)}${declared.shout(cut)}`;
  },
});
