/** Small tests of the planner, each of one row function, which say if a mutant of the planner is noticed. */
import fc from 'fast-check';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { checkBuilders } from './check-builders.js';
import { checkFunction, rows, tape } from './check-claims.js';
import { checkConstants } from './check-constants.js';
import { checkIntervals } from './check-intervals.js';
import { Choices } from './choices.js';
import { describePlan } from './describe-plan.js';
import { randomFunction } from './random-functions.js';

/** A test. The texts that it returns before and after a change have to be equal. */
export interface Probe {
  readonly kind: 'plan' | 'builders' | 'constants' | 'intervals' | 'samples' | 'random';
  run(): string;
}

/** Compares plans and generated code, as samples.property.test.ts and the snapshots of test/compile do. */
export function planProbes(functions: readonly RowFunction[]): readonly Probe[] {
  return functions.map((fn) => ({ kind: 'plan', run: () => describePlan(fn) }));
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
  { kind: 'builders', run: () => quiet(checkBuilders) },
  { kind: 'constants', run: () => quiet(checkConstants) },
  { kind: 'intervals', run: () => quiet(checkIntervals) },
];

/** The rows of samples. */
export const sampleSeeds: readonly number[] = Array.from({ length: 12 }, (_, seed) => seed + 1);

function quiet(check: () => unknown): string {
  check();
  return '';
}
