import type { WorkerMessage } from './worker.js';

/** The most examples of a finding that a report names. */
const mostExamples = 20;

/** Counts the results of mutants. */
export class Tally {
  #accepted = 0;
  #refused = 0;
  #results = 0;
  #slowest = 0;
  #mostKilobytes = 0;
  readonly #errors = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #byArrow = new Map<string, number>();
  readonly #problems: { readonly index: number; readonly fixture: string; readonly problem: string }[] = [];

  add({ index, checked, mostKilobytes = 0 }: WorkerMessage): void {
    if (checked === undefined) return;
    if (checked.isAccepted) this.#accepted += 1;
    else this.#refused += 1;
    this.#results += checked.results;
    this.#slowest = Math.max(this.#slowest, checked.milliseconds);
    this.#mostKilobytes = Math.max(this.#mostKilobytes, mostKilobytes);
    for (const code of checked.errors) count(this.#errors, code);
    if (checked.refusal !== undefined) count(this.#refusals, checked.refusal);
    if (checked.byArrow !== undefined) count(this.#byArrow, checked.byArrow);
    for (const problem of checked.problems) this.#problems.push({ index, fixture: checked.fixture, problem });
  }

  report() {
    return {
      accepted: this.#accepted,
      refused: this.#refused,
      /** Results that equal the reference's, or are its own. */
      results: this.#results,
      errors: Object.fromEntries(this.#errors),
      kindsOfRefusals: this.#refusals.size,
      mostFrequentRefusals: mostFrequent(this.#refusals),
      /** Accepted bytes for which Arrow JS fails or reads something else. */
      arrowJs: mostFrequent(this.#byArrow),
      slowestMilliseconds: Math.round(this.#slowest),
      mostMegabytes: Math.round(this.#mostKilobytes / 1024),
      problems: { count: this.#problems.length, examples: this.#problems.slice(0, mostExamples) },
    };
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return Object.fromEntries(sorted.slice(0, mostExamples));
}
