/** `npm run fuzz`: random row functions over random columns, batch after batch. scripts/fuzz.mjs compiles this and runs it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { backendsUnderTest } from '../backends.js';
import { type BatchPlan, batchPlan } from './batch-plan.js';
import { type BuiltPrograms, buildPrograms, type ComparisonOptions, compileAndBuild } from './compare-programs.js';
import { describeDifference, explainDifference } from './explain-difference.js';
import type { Comparison } from './find-difference.js';
import { fuzzOptions } from './fuzz-options.js';
import { compilePrograms } from './programs.js';
import { randomPrograms } from './random-program.js';
import { runWorkers } from './run-worker.js';

const { programs: most, batch: quickPrograms, minutes, seed, tables, json, groups, shrinks } = fuzzOptions();
// The js backend is the reference itself, in turns.
const backends = process.env.ROWFUSE_TEST_BACKENDS ? backendsUnderTest : (['cpu'] as const);
/** Processes that compare: one beside the compiler on two cores. */
const workers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));
const began = performance.now();

interface Batch extends BuiltPrograms {
  readonly plan: BatchPlan;
  readonly options: ComparisonOptions;
}

const totals = { programs: 0, optimised: 0, rows: 0, programRefusals: 0 };
/** Milliseconds per step of the command. A build runs beside the comparison of the batch before. */
const spent = { build: 0, compare: 0 };
const refusals: { readonly code: string; readonly message: string; readonly program: string }[] = [];
const finds: string[] = [];

console.log(`Random programs of seed ${seed} on ${backends.join(', ')}.`);
// While processes of their own compare a batch, the next one is built.
for (let next = preparedOrOver(0); next; ) {
  const batch: Batch = await next;
  next = preparedOrOver(batch.plan.number + 1);
  const comparisons = await timed('compare', () =>
    runWorkers(batch.generated, batch.programs.length, batch.options, workers),
  );
  // Shrinking builds, too, so it waits for the build before.
  const built = await next;
  await take(batch, comparisons);
  next = built && Promise.resolve(built);
}
console.log(summary());
process.exitCode = finds.length > 0 ? 1 : 0;

/** Returns the next batch once it is built, or undefined if there is none or no time is left for one. */
function preparedOrOver(number: number): Promise<Batch> | undefined {
  const plan = batchPlan(number, most, quickPrograms);
  return plan && performance.now() - began <= minutes * 60_000 ? prepare(plan) : undefined;
}

async function prepare(plan: BatchPlan): Promise<Batch> {
  const { number, first, count, isOptimised } = plan;
  // Two folders alternate. How code is built belongs to the folder, which keeps the objects that all its addons share.
  const folder = isOptimised ? 'optimised' : `batch-${number % 2}`;
  const sources = randomPrograms(seed, first, count, groups ? 'groups' : undefined);
  const built = await timed('build', () => compileAndBuild(folder, sources, !isOptimised));
  return { ...built, plan, options: { backends, tables, seed: seed * 1_000_003 + number } };
}

async function timed<T>(step: keyof typeof spent, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const value = await run();
  spent[step] += performance.now() - start;
  return value;
}

async function take(batch: Batch, comparisons: readonly Comparison[]): Promise<void> {
  const { plan, programs, refused, broken } = batch;
  totals.programs += programs.length;
  if (plan.isOptimised) totals.optimised += programs.length;
  totals.programRefusals += refused.length;
  for (const { rows } of comparisons) totals.rows += rows;
  for (const { program, diagnostics } of refused)
    for (const { code, what } of diagnostics) refusals.push({ code, message: what, program });
  for (const { program, error } of broken) {
    finds.push(`The generated code of this program does not compile: ${error}\n\n${program}`);
    console.log(`\n${finds.at(-1)}\n`);
  }
  for (const [index, { difference }] of comparisons.entries()) {
    if (!difference) continue;
    const program = programs[index] ?? '';
    const place = finds.push(describeDifference(program, difference, seed)) - 1;
    // The finding is recorded before it is shrunk, in case the run is ended meanwhile.
    writeJson();
    if (shrinks) {
      finds[place] = await explainDifference(program, difference, seed, (candidates) =>
        differencesOf(candidates, batch.options),
      );
    }
    console.log(`\n${finds[place]}\n`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${String(seconds).padStart(6)} s  programs ${plan.first} to ${plan.first + plan.count - 1}${plan.isOptimised ? ', optimised' : ''}: ` +
      `${totals.programs} compared, ${totals.rows} rows, ${finds.length} differences, ${totals.programRefusals} refused`,
  );
  writeJson();
}

async function differencesOf(candidates: readonly string[], options: ComparisonOptions) {
  const compiled = compilePrograms('shrink', candidates);
  const generated = await buildPrograms('shrink', compiled);
  const comparisons = await runWorkers(generated, compiled.programs.length, options, 1);
  return comparisons.map(({ difference }) => difference);
}

/** Includes this process and, if the system tells, those that it started and that have ended. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // Fields 16 and 17 of proc_pid_stat(5), in hundredths. The name in the second field may hold anything but ends with `)`.
  const [, fields = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
  const [userTime, systemTime] = fields.split(' ').slice(13, 15).map(Number);
  return ((userTime ?? 0) + (systemTime ?? 0)) / 100;
}

/** Returns the first GPU, as its driver names it. */
function gpu(): { readonly gpu?: string } {
  if (!backends.some((backend) => backend === 'cuda')) return {};
  const { stdout } = spawnSync('nvidia-smi', ['--query-gpu=name', '--format=csv,noheader'], { encoding: 'utf8' });
  const [name] = (stdout ?? '').split('\n');
  return name ? { gpu: name } : {};
}

function refusalsByCode(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code } of refusals) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function summary(): string {
  const { programs, optimised, rows, programRefusals } = totals;
  const codes = Object.entries(refusalsByCode()).map(([code, count]) => `${code} ${count}`);
  return [
    '',
    `${programs} programs (${optimised} of them optimised as users' are), ${rows} rows on ${backends.join(', ')}`,
    `${finds.length} differences`,
    `${programRefusals} programs refused by the compiler${codes.length > 0 ? `: ${codes.join(', ')}` : ''}`,
    `seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s, ${Math.round(processorSeconds())} s of processors`,
  ].join('\n');
}

/** Written after every batch, so that the counts survive a run that is ended early. */
function writeJson(): void {
  if (json === undefined) return;
  const record = {
    date: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', threads: availableParallelism(), node: process.version, ...gpu() },
    seed,
    backends,
    tablesOfProgram: tables,
    seconds: Math.round((performance.now() - began) / 1000),
    millisecondsOfProgram: Object.fromEntries(
      Object.entries(spent).map(([step, time]) => [step, Math.round(time / Math.max(totals.programs, 1))]),
    ),
    processorSeconds: Math.round(processorSeconds()),
    programs: totals.programs,
    optimised: totals.optimised,
    rows: totals.rows,
    refused: { programs: totals.programRefusals, diagnostics: refusalsByCode(), examples: refusals.slice(0, 20) },
    differences: finds,
  };
  mkdirSync(path.dirname(path.resolve(json)), { recursive: true });
  writeFileSync(json, `${JSON.stringify(record, null, 2)}\n`);
}
