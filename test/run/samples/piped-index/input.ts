// Stages that ask for `index` after a filter or an expansion: a pass counts the rows that reach them.
import { expand, float64, int32, nullable, pipe, transform, utf8 } from 'rowfuse';

export const someLines = transform({
  input: { id: int32, text: nullable(utf8) },
  output: { line: utf8 },
  params: { least: int32 },
  keep: ['id'],
  where: ({ text }, { params }) => text !== null && text.length > Math.abs(params.least) % 4,
  row: ({ text }) => ({ line: text?.trim() ?? '' }),
});

/** Its own filter does not change its number. */
export const numberedLines = transform({
  input: { id: int32, line: utf8 },
  output: { text: utf8, at: float64 },
  where: ({ line }, { index }) => index % 5 !== 2 || line === '',
  row: ({ line, id }, { index }) => ({ text: `${index}/${id}: ${line}`, at: index }),
});

export const numberedSome = pipe(someLines, numberedLines);

/** After an expanding stage, in loops, with `yield`s in several places. */
export const partsOf = expand({
  input: { id: int32, line: utf8 },
  output: { line: utf8 },
  keep: ['id'],
  *rows({ line, id }) {
    for (const part of line.split(' ')) yield { line: part };
    if (id % 2 === 0) yield { line: 'even' };
  },
});

export const numberedParts = pipe(partsOf, numberedLines);
export const numberedSomeParts = pipe(someLines, partsOf, numberedLines);

/** Two numbers, of which the second depends on the first. */
export const everyThird = transform({
  input: { id: int32, line: utf8 },
  output: { line: utf8 },
  keep: ['id'],
  where: (_, { index }) => index % 3 === 0,
  row: ({ line }, { index }) => ({ line: `${line}#${index}` }),
});

export const numberedTwice = pipe(someLines, everyThird, partsOf, numberedLines);

/** Rows that fail before the stage, at it, and behind it. */
export const failingLines = transform({
  input: { id: int32, line: utf8 },
  output: { line: utf8 },
  keep: ['id'],
  where: ({ id }) => id % 7 !== 0,
  row({ id, line }) {
    if (id % 5 === 1) throw new Error('one');
    return { line };
  },
});

export const failingNumbers = transform({
  input: { line: utf8, id: int32 },
  output: { at: int32, line: utf8 },
  row({ line, id }, { index }) {
    if (id % 5 === 2) throw new RangeError(`at ${index}`);
    return { at: index, line };
  },
});

export const numberedFailing = pipe(failingLines, failingNumbers);
