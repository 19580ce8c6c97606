import { bool, expand, float64, int32, int64, list, nullable, uint8, utf8 } from 'rowfuse';

const separators = [' ', ','] as const;

export const wordRows = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8, at: int32 },
  keep: ['id'],
  *rows({ line }) {
    let at = 0;
    for (const word of line.split(' ')) if (word !== '') yield { word, at: at++ };
  },
});

export const characterRows = expand({
  input: { s: nullable(utf8) },
  output: utf8,
  *rows({ s }) {
    if (s !== null) yield* s;
  },
});

export const piecesAndEnds = expand({
  input: { s: utf8, t: nullable(utf8) },
  output: nullable(utf8),
  *rows({ s, t }) {
    yield* s.split('a', 3);
    yield t;
    yield* [s, t, null];
    if (t !== null && t > s) return;
    for (const separator of separators) yield separator;
    yield null;
  },
});

/** Digits of a number from the last on: a loop whose end nobody knows. */
export const digitRows = expand({
  input: { n: int32, k: nullable(int64) },
  output: { digit: uint8, last: nullable(bool), rest: float64, key: nullable(int64) },
  keep: ['n'],
  *rows({ n, k }, { index }) {
    let rest = Math.abs(n);
    do {
      const digit = rest % 10;
      rest = (rest - digit) / 10;
      yield { digit, last: rest === 0 ? true : index % 2 === 0 ? null : false, rest, key: k };
    } while (rest > 0);
  },
});

/** Many rows from one. */
export const rangeRows = expand({
  input: { from: int32, to: int32 },
  output: int32,
  params: { step: uint8 },
  *rows({ from, to }, { params }) {
    const first = from & 7;
    const last = first + (to & 255);
    outer: for (let i = first; i < last; i += params.step + 1) {
      switch (i & 15) {
        case 3:
          continue outer;
        case 7:
          yield -1;
          break;
        case 12:
          if (i > 200) break outer;
          yield i;
          break;
        default:
          yield i;
      }
    }
  },
});

/** Strings that are built, and rows that fail between two that do not. */
export const tolerantGrowth = expand({
  input: { s: utf8, n: float64 },
  output: { text: utf8, size: uint8 },
  *rows({ s, n }) {
    let text = '';
    for (const c of s) {
      text = `${c}${text}${c}`;
      if (text.length > 20) return;
      yield { text, size: n };
      if (c === 'q') throw new Error('q');
    }
  },
});

export const noRowsAtAll = expand({
  input: { s: utf8 },
  output: { flag: nullable(bool) },
  *rows({ s }) {
    if (s.length > 1_000_000) yield { flag: null };
  },
});

const suffixes = ['', 's', 'ed'];

export const conditionalRows = expand({
  input: { s: utf8, b: bool },
  output: { word: utf8, known: bool },
  *rows({ s, b }) {
    yield b ? { word: s.toUpperCase(), known: true } : { word: s.trim(), known: false };
    for (const suffix of suffixes) if (b) yield { word: s + suffix, known: suffix === '' };
  },
});

/** Endless for one number. */
export const endlessRows = expand({
  input: { n: float64 },
  output: float64,
  *rows({ n }) {
    let i = 0;
    while (n === 77.25 || i < 3) {
      yield n + i;
      i += 1;
    }
  },
});

/** One row per element of a list. */
export const tagRows = expand({
  input: { id: int32, tags: list(utf8) },
  output: { tag: utf8 },
  keep: ['id'],
  *rows({ tags }) {
    for (const tag of tags) if (tag !== '') yield { tag };
  },
});

export const elementRows = expand({
  input: { values: nullable(list(float64)) },
  output: nullable(float64),
  *rows({ values }) {
    if (values === null) yield null;
    else yield* values;
  },
});
