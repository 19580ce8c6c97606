import { parseArgs } from 'node:util';

export interface FuzzOptions {
  /** The largest number of programs. */
  readonly programs: number;
  /** Programs that are built together, unless they are built as users build. */
  readonly batch: number;
  /** Minutes after which no batch begins. */
  readonly minutes: number;
  readonly seed: number;
  /** Random tables per program. */
  readonly tables: number;
  /** The file for the counts and findings, as JSON. */
  readonly json: string | undefined;
  /** Restricts the run to aggregates. */
  readonly groups: boolean;
  /** True if programs that differ are shrunk, which builds many times; otherwise they are printed unchanged. */
  readonly shrinks: boolean;
}

const usage =
  'npm run fuzz -- [--programs 1000] [--batch 256] [--minutes 60] [--seed 7] [--tables 40] [--json file] [--groups] [--no-shrink]';

/** Returns the options of the command line. */
export function fuzzOptions(): FuzzOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      programs: text,
      batch: text,
      minutes: text,
      seed: text,
      tables: text,
      json: text,
      groups: { type: 'boolean' },
      'no-shrink': { type: 'boolean' },
    },
  });
  const { programs, batch, minutes, seed, tables, json } = values;
  return {
    programs: numberOf('programs', programs, minutes === undefined ? 256 : Number.POSITIVE_INFINITY),
    batch: numberOf('batch', batch, 256),
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
