import { bool, dictionary, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** Evaluated once per distinct value: one column, and nothing else. */
export const dictionaryUpper = transform({
  input: { country: dictionary(utf8) },
  output: utf8,
  row: ({ country }) => `${country.toUpperCase()}:${country.length}`,
});

/** Evaluated once per combination: null is one more value. */
export const dictionaryPair = transform({
  input: { a: dictionary(utf8), b: nullable(dictionary(utf8)), rest: float64 },
  output: { joined: nullable(utf8), length: int32, same: bool, first: nullable(bool), number: nullable(float64) },
  row: ({ a, b }) => ({
    joined: b === null ? null : `${a}-${b}`,
    length: a.length,
    same: a === b,
    first: b === null ? null : b < a,
    number: b === null ? null : Number(a),
  }),
});

/** The lowest row whose value fails is reported. */
export const dictionaryThrows = transform({
  input: { word: nullable(dictionary(utf8)) },
  output: { length: nullable(int32), word: nullable(utf8) },
  row({ word }) {
    if (word !== null && word.includes('a')) throw new Error(`no ${word}`);
    return { length: word?.length ?? null, word };
  },
});

/** Beside columns of other types a value is looked up row by row. */
export const dictionaryBeside = transform({
  input: { word: dictionary(utf8), text: utf8, n: nullable(int32), more: nullable(dictionary(utf8)) },
  output: { text: utf8, found: bool },
  row: ({ word, text, n, more }) => ({ text: `${word}${text}${n}${more ?? '-'}`, found: text.includes(word) }),
});

/** A row's number does not depend on the value; a param is the same for all rows. */
export const dictionaryNumbered = transform({
  input: { word: dictionary(utf8) },
  output: utf8,
  row: ({ word }, { index }) => `${index}${word}`,
});

export const dictionaryWithParam = transform({
  input: { word: dictionary(utf8) },
  params: { before: utf8 },
  output: utf8,
  row: ({ word }, { params: { before } }) => before + word.trim(),
});

/** Reads only whether the value is null. */
export const dictionaryNulls = transform({
  input: { word: nullable(dictionary(utf8)) },
  output: bool,
  row: ({ word }) => word === null,
});
