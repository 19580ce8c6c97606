/**
 * Runs mutants of the planner in one process, which switches from one to the next: `scripts/mutations.mjs` makes them.
 *
 * - `analyse <folder>` keeps the row functions of the samples in the folder.
 * - `prepare <folder> <runs> <kinds> <mutants> <part> <parts>` runs a part of the tests without a mutant, and keeps what they give.
 * - `run <folder> <runs> <kinds>` reads numbers of mutants from stdin, and writes a line per result. A mutant is killed if a test fails.
 *   Only tests that reach the place of a mutant run for it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { deserialize, serialize } from 'node:v8';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { root } from '../root.js';
import { operatorProbes, type Probe, planProbes, randomProbes, sampleProbes } from './probes.js';
import { compileSamples, functionsOf, hasRandomRows, plannedSamples, runSamples } from './sampled-functions.js';

interface Functions {
  readonly plans: readonly RowFunction[];
  readonly samples: readonly RowFunction[];
}

/** The outcomes of all tests, and the places of the tests that reach each mutant. */
interface Prepared {
  readonly expected: readonly string[];
  readonly reached: readonly (readonly number[])[];
}

const [task, folder = '', runs = '600', kinds = '', mutants = '0', part = '0', parts = '1'] = process.argv.slice(2);
/** Set for a mutant that is evaluated while modules load. */
const always = Number(process.env.ROWFUSE_MUTANT ?? 0);
/** The time of the last line that was written. */
let said = 0;

if (task === 'analyse') keep('functions', analyse());
else if (task === 'prepare') keep(`part-${part}`, prepare());
else await run(kept('prepared') as Prepared);

function keep(name: string, value: unknown): void {
  writeFileSync(path.join(folder, name), serialize(value));
}

function kept(name: string): unknown {
  return deserialize(readFileSync(path.join(folder, name)));
}

function analyse(): Functions {
  const plans = functionsOf([...compileSamples(), ...plannedSamples()]);
  const evaluated = new Set(runSamples());
  return { plans, samples: plans.filter((fn) => evaluated.has(path.join(root, fn.source)) && hasRandomRows(fn)) };
}

function allProbes(): readonly Probe[] {
  const { plans, samples } = kept('functions') as Functions;
  // Plans are compared fast and notice most mutants, so they come first.
  const all = [...planProbes(plans), ...randomProbes(Number(runs), 1), ...operatorProbes, ...sampleProbes(samples)];
  return kinds === '' ? all : all.filter(({ kind }) => kinds.split(',').includes(kind));
}

/** Returns the outcome of each test of a part, and the mutants that it reaches. */
function prepare() {
  const probes = allProbes();
  takeReached();
  return probes.flatMap((probe, place) => {
    if (place % Number(parts) !== Number(part)) return [];
    const outcome = outcomeOf(probe);
    const places = takeReached();
    const reached = Array.from({ length: Number(mutants) }, (_, at) => at + 1).filter((mutant) => places[mutant]);
    return [{ place, outcome, reached: Uint16Array.from(reached) }];
  });
}

async function run({ expected, reached }: Prepared): Promise<void> {
  const probes = allProbes();
  const all = probes.map((_, place) => place);
  for await (const line of createInterface({ input: process.stdin })) {
    const mutant = Number(line);
    choose(mutant);
    // Without a mutant, every test gives what is expected.
    const places = always > 0 || mutant === 0 ? all : (reached[mutant] ?? []);
    const killer = places.find((place) => isKilledBy(probes[place], expected[place]));
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
