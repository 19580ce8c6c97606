/** Small tests of the planner, each of one row function, which say if a mutant of the planner is noticed. */
import fc from 'fast-check';
import { plan } from '../../codegen/3-plan/plan.js';
import { emitRowBody } from '../../codegen/4-emit/functor/row-body.js';
import { printRowFunction } from '../../codegen/ir/print.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { checkFunction, rows, tape } from './check-claims.js';
import { checkConstants } from './check-constants.js';
import { checkIntervals } from './check-intervals.js';
import { Choices } from './choices.js';
import { randomFunction } from './random-functions.js';

/** A test. The texts that it returns before and after a change have to be equal. */
export interface Probe {
  readonly kind: 'plan' | 'constants' | 'intervals' | 'samples' | 'random';
  run(): string;
}

/** Compares plans and generated code, as the snapshots of test/compile do. */
export function planProbes(functions: readonly RowFunction[]): readonly Probe[] {
  return functions.map((fn) => ({ kind: 'plan', run: () => printPlan(fn) }));
}

/** Checks the claims about row functions of samples, for random rows. */
export function sampleProbes(functions: readonly RowFunction[]): readonly Probe[] {
  return functions.map((fn) => ({ kind: 'samples', run: () => quiet(() => checkFunction(fn, sampleSeeds)) }));
}

/** Checks the claims about random row functions. */
export function randomProbes(count: number, seed: number): readonly Probe[] {
  const programs = fc.sample(fc.tuple(tape, rows), { numRuns: count, seed });
  return programs.map(([program, seeds]) => ({
    kind: 'random',
    run: () => quiet(() => checkFunction(randomFunction(new Choices(program)), seeds)),
  }));
}

export const operatorProbes: readonly Probe[] = [
  { kind: 'constants', run: () => quiet(checkConstants) },
  { kind: 'intervals', run: () => quiet(checkIntervals) },
];

/** The rows of samples. */
export const sampleSeeds: readonly number[] = Array.from({ length: 12 }, (_, seed) => seed + 1);

function quiet(check: () => unknown): string {
  check();
  return '';
}

function printPlan(fn: RowFunction): string {
  const shown = (_: string, value: unknown) =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? `${value}n` : value;
  const { fn: planned, ...rest } = plan(fn);
  const { body, folds, reductions } = emitRowBody(planned);
  return `${printRowFunction(planned)}${JSON.stringify([rest, planned.loops, body, folds, reductions], shown)}`;
}
