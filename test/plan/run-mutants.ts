/**
 * Runs mutants of the planner in one process, which switches from one to the next: `scripts/mutations.mjs` makes them.
 *
 * - `prepare <file> <runs> <kinds of tests> <mutants>` analyses the samples, runs each test without a mutant, and keeps what the other processes need.
 * - `run <file> <runs> <kinds of tests>` reads numbers of mutants from stdin, and writes a line per result. A mutant is killed if a test fails. Only tests
 *   that reach the place of a mutant run for it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { deserialize, serialize } from 'node:v8';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { root } from '../root.js';
import { operatorProbes, type Probe, planProbes, randomProbes, sampleProbes } from './probes.js';
import { compileSamples, functionsOf, hasRandomRows, plannedSamples, runSamples } from './sampled-functions.js';

interface Prepared {
  readonly plans: readonly RowFunction[];
  readonly samples: readonly RowFunction[];
  readonly expected: readonly string[];
  /** The places of the tests that reach each mutant. */
  readonly reached: readonly (readonly number[])[];
}

const [task, file = '', runs = '600', kinds = '', count = '0'] = process.argv.slice(2);
/** Set for a mutant that is evaluated while modules load. */
const always = Number(process.env.ROWFUSE_MUTANT ?? 0);

/** The time of the last line that was written. */
let said = 0;

if (task === 'prepare') writeFileSync(file, serialize(prepare(Number(count))));
else await run(deserialize(readFileSync(file)) as Prepared);

function probesOf({ plans, samples }: Pick<Prepared, 'plans' | 'samples'>): readonly Probe[] {
  // Plans are compared fast and notice most mutants, so they come first.
  const all = [...planProbes(plans), ...randomProbes(Number(runs), 1), ...operatorProbes, ...sampleProbes(samples)];
  return kinds === '' ? all : all.filter(({ kind }) => kinds.split(',').includes(kind));
}

function prepare(mutants: number): Prepared {
  const plans = functionsOf([...compileSamples(), ...plannedSamples()]);
  const evaluated = new Set(runSamples());
  const samples = plans.filter((fn) => evaluated.has(path.join(root, fn.source)) && hasRandomRows(fn));
  const functions = { plans, samples };
  const reached: number[][] = Array.from({ length: mutants + 1 }, () => []);
  takeReached();
  const expected = probesOf(functions).map((probe, place) => {
    const outcome = outcomeOf(probe);
    const places = takeReached();
    for (let mutant = 1; mutant <= mutants; mutant += 1) if (places[mutant]) reached[mutant]?.push(place);
    return outcome;
  });
  return { ...functions, expected, reached };
}

async function run(prepared: Prepared): Promise<void> {
  const probes = probesOf(prepared);
  const all = probes.map((_, place) => place);
  for await (const line of createInterface({ input: process.stdin })) {
    const mutant = Number(line);
    choose(mutant);
    // Without a mutant, every test gives what is expected.
    const places = always > 0 || mutant === 0 ? all : (prepared.reached[mutant] ?? []);
    const killer = places.find((place) => isKilledBy(probes[place], prepared.expected[place]));
    choose(always);
    const result = killer === undefined ? (places.length === 0 ? 'unreached' : 'survived') : probes[killer]?.kind;
    console.log(`end ${result}`);
  }
}

function isKilledBy(probe: Probe | undefined, expected: string | undefined): boolean {
  // The other process ends this one after some silence.
  if (Date.now() - said > 1000) {
    console.log('alive');
    said = Date.now();
  }
  return probe !== undefined && outcomeOf(probe) !== expected;
}

function choose(mutant: number): void {
  Reflect.set(globalThis, 'rowfuseMutant', mutant);
}

function outcomeOf(probe: Probe): string {
  try {
    return probe.run();
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : ''}`;
  }
}

/** The places of mutants that were reached since the last call. */
function takeReached(): Uint8Array {
  const reached = (Reflect.get(globalThis, 'rowfuseReached') as Uint8Array).slice();
  Reflect.set(globalThis, 'rowfuseReached', new Uint8Array(reached.length));
  return reached;
}
