/** `npm run fuzz`: random row functions over random columns, batch after batch. scripts/fuzz.mjs compiles this and runs it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { backendsUnderTest } from '../backends.js';
import { buildPrograms, type ComparisonOptions } from './compare-programs.js';
import { explainDifference } from './explain-difference.js';
import type { Comparison } from './find-difference.js';
import { fuzzOptions } from './fuzz-options.js';
import { type CompiledPrograms, compilePrograms } from './programs.js';
import { randomPrograms } from './random-program.js';
import { runWorker } from './run-worker.js';

/** Programs of one addon. */
const batchSize = 64;
/** One batch in so many is built as users build; the others are built quickly. */
const optimisedEvery = 16;

const { programs: most, minutes, seed, tables, json } = fuzzOptions();
// The js backend is the reference itself, in turns.
const backends = process.env.ROWFUSE_TEST_BACKENDS ? backendsUnderTest : (['cpu'] as const);
const began = performance.now();

interface Batch extends CompiledPrograms {
  readonly number: number;
  readonly count: number;
  readonly generated: string;
  readonly options: ComparisonOptions;
}

const totals = { programs: 0, optimised: 0, rows: 0, programRefusals: 0 };
/** Milliseconds of the command's steps; a build runs beside the comparison of the batch before. */
const spent = { compile: 0, build: 0, compare: 0 };
const refusals: { readonly code: string; readonly message: string; readonly program: string }[] = [];
const finds: string[] = [];

console.log(`Random programs of seed ${seed} on ${backends.join(', ')}, in batches of ${batchSize}.`);
// While a batch runs, in a process of its own, the next one is built.
for (let next: Promise<Batch> | undefined = prepare(0); next; ) {
  const batch: Batch = await next;
  next = isOver(batch.number + 1) ? undefined : prepare(batch.number + 1);
  const comparisons = await timed('compare', () => runWorker(batch.generated, batch.programs.length, batch.options));
  // Shrinking builds, too: one build after the other.
  const built = await next;
  await take(batch, comparisons);
  next = built && Promise.resolve(built);
}
console.log(summary());
process.exitCode = finds.length > 0 ? 1 : 0;

function isOver(number: number): boolean {
  return number * batchSize >= most || performance.now() - began > minutes * 60_000;
}

async function prepare(number: number): Promise<Batch> {
  const isOptimised = number % optimisedEvery === optimisedEvery - 1;
  // Two folders in turn; how code is built goes with the folder, which keeps what all its addons share.
  const folder = isOptimised ? 'optimised' : `batch-${number % 2}`;
  const count = Math.min(batchSize, most - number * batchSize);
  const sources = randomPrograms(seed, number * batchSize, count);
  const compiled = await timed('compile', async () => compilePrograms(folder, sources));
  const generated = await timed('build', () => buildPrograms(folder, compiled, !isOptimised));
  return { ...compiled, number, count, generated, options: { backends, tables, seed: seed * 1_000_003 + number } };
}

async function timed<T>(step: keyof typeof spent, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const value = await run();
  spent[step] += performance.now() - start;
  return value;
}

async function take(batch: Batch, comparisons: readonly Comparison[]): Promise<void> {
  const { number, count, programs, refused } = batch;
  totals.programs += programs.length;
  if (number % optimisedEvery === optimisedEvery - 1) totals.optimised += programs.length;
  totals.programRefusals += refused.length;
  for (const { rows } of comparisons) totals.rows += rows;
  for (const { program, diagnostics } of refused)
    for (const { code, what } of diagnostics) refusals.push({ code, message: what, program });
  for (const [index, { difference }] of comparisons.entries()) {
    if (!difference) continue;
    const explained = await explainDifference(programs[index] ?? '', difference, seed, (candidates) =>
      differencesOf(candidates, batch.options),
    );
    finds.push(explained);
    console.log(`\n${explained}\n`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${String(seconds).padStart(6)} s  programs ${number * batchSize} to ${number * batchSize + count - 1}: ` +
      `${totals.programs} compared, ${totals.rows} rows, ${finds.length} differences, ${totals.programRefusals} refused`,
  );
  writeJson();
}

async function differencesOf(candidates: readonly string[], options: ComparisonOptions) {
  const compiled = compilePrograms('shrink', candidates);
  const generated = await buildPrograms('shrink', compiled);
  const comparisons = await runWorker(generated, compiled.programs.length, options);
  return comparisons.map(({ difference }) => difference);
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
    `seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`,
  ].join('\n');
}

/** Written after every batch: what is known when the run is ended early. */
function writeJson(): void {
  if (json === undefined) return;
  const record = {
    date: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', threads: availableParallelism(), node: process.version },
    seed,
    backends,
    tablesOfProgram: tables,
    seconds: Math.round((performance.now() - began) / 1000),
    millisecondsOfProgram: Object.fromEntries(
      Object.entries(spent).map(([step, time]) => [step, Math.round(time / Math.max(totals.programs, 1))]),
    ),
    programs: totals.programs,
    optimised: totals.optimised,
    rows: totals.rows,
    refused: { programs: totals.programRefusals, diagnostics: refusalsByCode(), examples: refusals.slice(0, 20) },
    differences: finds,
  };
  mkdirSync(path.dirname(path.resolve(json)), { recursive: true });
  writeFileSync(json, `${JSON.stringify(record, null, 2)}\n`);
}
