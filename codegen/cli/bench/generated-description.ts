// This is apart from the generator, so that `--help` need not load Apache Arrow.

export const generatorSeed = 1;

/** Describes generated rows for `--help`. */
export const generatedDescription =
  'Generated rows: text of one to three words of three to eight ASCII letters, about every second word capitalised; ' +
  'where the row function compares a column with constant texts, every second value is one of them. Integers from 0 to ' +
  '100, floats from 0 to 1000, booleans half and half, days and times from 1970 to 2038; every eighth value of a nullable column is null.';
