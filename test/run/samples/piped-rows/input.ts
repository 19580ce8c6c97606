// Expanding transforms as stages of pipes: first, in the middle, last, several.
import { expand, float64, int32, int8, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

/** Words with their places; two `yield`s, a `return`, a variable that lives on from one row to the next. */
export const wordsOf = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8, at: int32, whole: nullable(struct({ line: utf8 })) },
  keep: ['id'],
  *rows({ line }) {
    let at = 0;
    for (const word of line.split(' ')) {
      if (word === '#') return;
      if (word === '') continue;
      yield { word, at, whole: at === 0 ? { line } : null };
      at += 1;
    }
    if (at === 0) yield { word: '-', at, whole: null };
  },
});

export const wordLabels = transform({
  input: { id: int32, word: utf8, at: int32, whole: nullable(struct({ line: utf8 })) },
  output: { label: utf8, size: int8 },
  params: { least: int32 },
  where: ({ word, at }, { params }) => word.length > Math.abs(params.least) % 3 && at < 5,
  row({ id, word, at, whole }) {
    let label = `${id}:${at}:${word}`;
    if (whole) label += whole.line.slice(0, 3);
    return { label, size: word.length };
  },
});

/** First, with a filter behind it. */
export const labelledWords = pipe(wordsOf, wordLabels);

/** Gives the lines; the dropped ones are never computed. */
export const linesOf = transform({
  input: { id: int32, text: utf8 },
  output: { line: utf8 },
  keep: ['id'],
  where: ({ id }) => id % 3 !== 0,
  row: ({ text }, { index }) => ({ line: `${text} ${index} #` }),
});

/** In the middle, and last. */
export const labelledLines = pipe(linesOf, wordsOf, wordLabels);
export const wordsOfLines = pipe(linesOf, wordsOf);

/** Each letter of a text, by `yield*`. */
export const lettersOf = expand({
  input: { text: utf8 },
  output: utf8,
  *rows({ text }) {
    yield* text;
  },
});

export const letterTwice = expand({
  input: { letter: utf8 },
  output: { letter: utf8, n: float64 },
  *rows({ letter }) {
    for (let n = 0; n < 2; n += 1) {
      if (letter === ' ') break;
      yield { letter: n === 0 ? letter : letter.toUpperCase(), n: n + letter.length / 2 };
    }
    yield* [];
  },
});

/** Several in a row, one of them twice. */
export const lettersTwice = pipe(lettersOf, letterTwice);
export const lettersAgain = pipe(lettersOf, lettersOf, letterTwice);

/** Uses one generator twice, each time with its own variables. */
export const countdown = expand({
  input: { n: int32 },
  output: { n: int32 },
  *rows({ n }) {
    for (let left = n % 5; left > 0; left -= 1) {
      yield { n: left };
      if (left === 3) yield { n: left + 1 };
    }
  },
});

export const countdownTwice = pipe(countdown, countdown);

/** Rows that fail after an expanding stage: all rows of the input row are lost. */
export const smallOnly = transform({
  input: { n: int32 },
  output: { n: int8 },
  row({ n }) {
    if (n === 4) throw new Error('four');
    return { n: n * 50 };
  },
});

export const countdownSmall = pipe(countdown, smallOnly);
