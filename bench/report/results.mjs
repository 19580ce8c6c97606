import { readdirSync, readFileSync } from 'node:fs';

const RESULTS = new URL('../results/', import.meta.url);

/** The newest committed results of each benchmark, by its name. */
export function newestResults() {
  const newest = new Map();
  for (const file of readdirSync(RESULTS).filter((name) => name.endsWith('.json'))) {
    const results = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8'));
    if (results.benchmark === undefined) continue;
    const previous = newest.get(results.benchmark);
    if (previous === undefined || previous.machine.date < results.machine.date) {
      newest.set(results.benchmark, { file, ...results });
    }
  }
  return newest;
}
