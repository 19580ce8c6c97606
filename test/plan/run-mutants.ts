/**
 * Runs mutants of the planner in one process, which switches from one to the next: `scripts/mutations.mjs` makes them. A mutant is killed
 * if a test fails. Only tests that reach the place of a mutant run for it. Writes a line to stdout before and after each.
 *
 * The first process analyses the samples and keeps their row functions in a file, so that the others start at once.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { operatorProbes, type Probe, planProbes, randomProbes, sampleProbes } from './probes.js';
import { compileSamples, functionsOf, hasRandomRows, runSamples } from './sampled-functions.js';

const [keptFile = '', runs = '600', ...mutants] = process.argv.slice(2);

interface Kept {
  readonly plans: readonly RowFunction[];
  readonly samples: readonly RowFunction[];
}

/** The places of mutants that were reached since the last call. */
function takeReached(): Uint8Array {
  const reached = (Reflect.get(globalThis, 'rowfuseReached') as Uint8Array).slice();
  Reflect.set(globalThis, 'rowfuseReached', new Uint8Array(reached.length));
  return reached;
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

function keptFunctions(): Kept {
  if (existsSync(keptFile)) return deserialize(readFileSync(keptFile)) as Kept;
  const made = { plans: functionsOf(compileSamples()), samples: functionsOf(runSamples()).filter(hasRandomRows) };
  writeFileSync(keptFile, serialize(made));
  return made;
}

const chosen = Number(process.env.ROWFUSE_MUTANT ?? 0);
const { plans, samples } = keptFunctions();
const probes = [...planProbes(plans), ...operatorProbes, ...randomProbes(Number(runs), 1), ...sampleProbes(samples)];
// A mutant that is evaluated while modules load is chosen all the time: its expected outcomes are those of another process.
const expectedFile = `${keptFile}.outcomes`;
choose(chosen);
takeReached();
const known =
  chosen === 0 || !existsSync(expectedFile) ? undefined : (JSON.parse(readFileSync(expectedFile, 'utf8')) as string[]);
const expected = known ?? probes.map(() => '');
const reached = probes.map((probe, place) => {
  if (known) return new Uint8Array();
  expected[place] = outcomeOf(probe);
  return takeReached();
});
if (!known) writeFileSync(expectedFile, JSON.stringify(expected));
for (const mutant of mutants.map(Number)) {
  console.log(`start ${mutant}`);
  choose(mutant);
  const places = probes.flatMap((_, place) => (known || reached[place]?.[mutant] ? [place] : []));
  const killer = places.find((place) => outcomeOf(probes[place] as Probe) !== expected[place]);
  const result = killer === undefined ? (places.length === 0 ? 'unreached' : 'survived') : probes[killer]?.kind;
  console.log(`end ${mutant} ${result}`);
}
