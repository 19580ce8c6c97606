import { readdirSync, readFileSync } from 'node:fs';

const RESULTS = new URL('../results/', import.meta.url);

/** Returns the time of results; those without a machine have the day in their file's name. */
const dateOf = (file, { machine }) => machine?.date ?? /\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? '';

/** Returns the newest committed results of each benchmark, by its name. */
export function newestResults() {
  const newest = new Map();
  for (const file of readdirSync(RESULTS).filter((name) => name.endsWith('.json'))) {
    const results = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8'));
    if (results.benchmark === undefined) continue;
    const previous = newest.get(results.benchmark);
    if (previous === undefined || dateOf(previous.file, previous) <= dateOf(file, results)) {
      newest.set(results.benchmark, { file, ...results });
    }
  }
  return newest;
}
