import { readdirSync, readFileSync } from 'node:fs';

const RESULTS = new URL('../results/', import.meta.url);

/** Returns the time of results; those without a machine have the day in their file's name. */
const dateOf = (file, { machine }) => machine?.date ?? /\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? '';

/** Returns all committed results, oldest first. */
function allResults() {
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')) }))
    .filter(({ benchmark }) => benchmark !== undefined)
    .toSorted((a, b) => (dateOf(a.file, a) <= dateOf(b.file, b) ? -1 : 1));
}

/** Returns the newest committed results of each benchmark, by its name. */
export function newestResults() {
  return new Map(allResults().map((results) => [results.benchmark, results]));
}

/** Returns the newest committed results of a benchmark that has functions of a kind. */
export function newestOfKind(benchmark, kind) {
  return allResults().findLast(
    (results) => results.benchmark === benchmark && results.functions.some((each) => each.kind === kind),
  );
}

/** Returns the oldest committed results of a benchmark: its baseline. */
export function oldestResults(benchmark) {
  return allResults().find((results) => results.benchmark === benchmark);
}
