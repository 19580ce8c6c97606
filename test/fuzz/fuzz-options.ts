import { parseArgs } from 'node:util';

export interface FuzzOptions {
  /** At most so many programs. */
  readonly programs: number;
  /** No further batch is begun after so many. */
  readonly minutes: number;
  readonly seed: number;
  /** Random tables for each program. */
  readonly tables: number;
  /** Where the counts and finds go as JSON. */
  readonly json: string | undefined;
  /** Aggregates alone. */
  readonly groups: boolean;
  /** Whether what differs is shrunk, which builds many times; else the program is printed as it is. */
  readonly shrinks: boolean;
}

const usage =
  'npm run fuzz -- [--programs 1000] [--minutes 60] [--seed 7] [--tables 40] [--json file] [--groups] [--no-shrink]';

/** The options of the command line. */
export function fuzzOptions(): FuzzOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      programs: text,
      minutes: text,
      seed: text,
      tables: text,
      json: text,
      groups: { type: 'boolean' },
      'no-shrink': { type: 'boolean' },
    },
  });
  const { programs, minutes, seed, tables, json } = values;
  return {
    programs: numberOf('programs', programs, minutes === undefined ? 256 : Number.POSITIVE_INFINITY),
    minutes: numberOf('minutes', minutes, Number.POSITIVE_INFINITY),
    seed: numberOf('seed', seed, Date.now() % 1_000_000),
    tables: numberOf('tables', tables, 40),
    json,
    groups: values.groups ?? false,
    shrinks: !values['no-shrink'],
  };
}

function numberOf(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (/^\d+$/.test(given)) return Number(given);
  console.error(`--${name} takes a whole number, not ${given}.\n${usage}`);
  process.exit(2);
}
