// Parts that the tables of everyday row functions share.

/** The contents of columns, and their titles. */
export const titles = { ascii: 'ASCII', mixed: 'mixed', 'non-ascii': 'non-ASCII' };
export const contents = Object.keys(titles);

export const kindsOf = (functions) => [...new Set(functions.map(({ kind }) => kind))];

/** Returns a line for each kind, and one for all functions. */
export const kindLines = (functions, line) => [
  ...kindsOf(functions).map((kind) =>
    line(
      kind,
      functions.filter((each) => each.kind === kind),
    ),
  ),
  line('all', functions),
];

/** Lists the functions that have no figures. */
export const failureLines = (functions) =>
  functions
    .filter(({ failed }) => failed !== undefined)
    .map(({ name, failed }) => `- Not measured: ${name}: ${failed}`);

/** Names the functions with a result that differs from the reference. */
export function differences(functions) {
  const wrong = functions.filter(({ shapes }) => shapes.some(({ equal }) => !equal)).map(({ name }) => name);
  return `Results that differ from the reference: ${wrong.length === 0 ? 'none' : wrong.join(', ')}.`;
}

/** Returns the first ten functions of a sorted list, each once. */
export const firstTen = (sorted) =>
  sorted.filter((each, index) => sorted.findIndex(({ name }) => name === each.name) === index).slice(0, 10);
