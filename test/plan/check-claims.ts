import fc from 'fast-check';
import { plan } from '../../codegen/3-plan/plan.js';
import { printRowFunction } from '../../codegen/ir/print.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { Choices } from './choices.js';
import { BrokenClaim, Claims } from './claims.js';
import { Run } from './interpreter.js';
import { Abandoned, AttemptEnded, Fault } from './outcome.js';
import { randomFunction } from './random-functions.js';
import { randomRow } from './random-rows.js';

/** The numbers that decide a program. */
export const tape = fc.array(fc.nat(65_535), { minLength: 60, maxLength: 160, size: 'max' });
/** The seeds of rows. */
export const rows = fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 8, size: 'max' });

/**
 * Evaluates random row functions before and after planning. Throws {@link BrokenClaim} if a value is outside what the types, the ranges
 * or the bounds claim of it, or if planning changes a result.
 *
 * @param isShrunk true to look for a smaller function with the same failure
 */
export function checkClaims(runs: number, seed: number, isShrunk = true): void {
  fc.assert(
    fc.property(tape, rows, (program, seeds) => {
      checkFunction(randomFunction(new Choices(program)), seeds);
    }),
    { numRuns: runs, seed, endOnFailure: !isShrunk },
  );
}

/** Evaluates a row function for random rows, in the same way. Returns the number of rows that were compared. */
export function checkFunction(fn: RowFunction, seeds: readonly number[]): number {
  const { fn: planned, attempt } = plan(fn);
  const [before, after] = [new Claims(fn), new Claims(planned)];
  const attempted = attempt && new Claims(attempt);
  let compared = 0;
  for (const row of seeds.map((one) => randomRow(fn, one))) {
    const expected = outcome(fn, before, row);
    if (expected === abandoned) continue;
    const found = outcome(planned, after, row);
    if (found === abandoned) continue;
    compared += 1;
    if (!areSame(expected, found)) throw changed(expected, found, row, fn, planned);
    const tried = attempt && attempted ? outcome(attempt, attempted, row) : ended;
    if (attempt && tried !== ended && !areSame(expected, tried)) throw changed(expected, tried, row, fn, attempt);
  }
  return compared;
}

function changed(
  expected: Outcome,
  found: Outcome,
  row: readonly unknown[],
  fn: RowFunction,
  by: RowFunction,
): BrokenClaim {
  return new BrokenClaim(
    `${shown(expected)} becomes ${shown(found)} for ${shown(row)}:\n${printRowFunction(fn)}\n${printRowFunction(by)}`,
  );
}

const abandoned = Symbol('abandoned');
const ended = Symbol('ended');
type Outcome = readonly unknown[] | typeof abandoned | typeof ended;

/** Returns the results for a row as columns hold them. A row that fails has none. */
function outcome(fn: RowFunction, claims: Claims, row: readonly unknown[]): Outcome {
  try {
    const values = new Run(fn, row, claims.of(row)).result();
    // A column of integers has no -0.
    return values.map((value, place) => (fn.output[place]?.type === 'int32' && value === 0 ? 0 : value));
  } catch (error) {
    // A method of null, and a count that no text has.
    if (error instanceof Fault || error instanceof TypeError || error instanceof RangeError) return [];
    if (error instanceof Abandoned) return abandoned;
    if (error instanceof AttemptEnded) return ended;
    throw error;
  }
}

function areSame(a: Outcome, b: Outcome): boolean {
  if (typeof a === 'symbol' || typeof b === 'symbol') return a === b;
  return a.length === b.length && a.every((value, place) => isSame(value, b[place]));
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((element, place) => isSame(element, b[place]));
}

function shown(values: Outcome): string {
  return typeof values === 'symbol' ? String(values.description) : `[${values.map(String).join(', ')}]`;
}
