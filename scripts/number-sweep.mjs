// node scripts/number-sweep.mjs [--count 100000000] [--others 10000000] [--seed 1] [--operations String,Number,sin]
//   [--threads <cores>] [--out bench/results/numbers-<date>.json]
//
// Compares numbers, text and Math in C++ (native/include/rowfuse/number) with this Node's V8: --count cases of String and Number,
// --others of each other operation. The cases are those of bench/cuda/number_sweep.cu, which compares a GPU with C++ on the host:
// bench/cuda/number_sweep_numbers.hpp and its neighbours make them. A second run with the same --out and seed continues where the first
// stopped. Needs a C++ compiler.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { machine } from '../bench/machine.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const BLOCK = 1 << 15;
const BENCHMARK = 'numbers on the CPU, against V8';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100000000' },
    others: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    operations: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string' },
  },
});

function integer(name) {
  const value = Number(options[name]);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} takes a number, not ${options[name]}.`);
  process.exit(2);
}

const seed = integer('seed');
const startedOn = machine();

const folder = mkdtempSync(join(tmpdir(), 'rowfuse-sweep-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function build() {
  const addon = join(folder, 'number_sweep.node');
  const include = createRequire(import.meta.url)('node-api-headers').include_dir;
  const undefinedSymbols = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : [];
  const floats = ['-ffp-contract=off', '-fno-trapping-math', '-fno-math-errno'];
  const flags = ['-std=c++20', '-O3', '-DNDEBUG', '-Wall', '-Wextra', ...floats, '-shared', '-fPIC'];
  const source = join(ROOT, 'bench/cuda/number_sweep_addon.cpp');
  const folders = [`-I${join(ROOT, 'native/include')}`, `-I${include}`];
  const compiler = process.env.CXX ?? 'g++';
  const { status, error } = spawnSync(compiler, [...flags, ...undefinedSymbols, ...folders, source, '-o', addon], {
    stdio: 'inherit',
  });
  if (status === 0) return addon;
  console.error(`${compiler} cannot build ${source}${error ? `: ${error.message}` : ''}`);
  process.exit(2);
}

const addonPath = build();
const addon = createRequire(import.meta.url)(addonPath);

/** From version 13 on, in Node 24, V8 computes powers differently. */
const hasOtherPowers = Number(process.versions.v8.split('.')[0]) >= 13;

function chosenOperations() {
  const names = addon.operations.map(({ name }) => name);
  const wanted = options.operations?.split(',') ?? names.filter((name) => name !== 'pow' || !hasOtherPowers);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length === 0) return wanted.map((name) => names.indexOf(name));
  console.error(`There is no operation ${unknown.join(', ')}; there are: ${names.join(', ')}.`);
  process.exit(2);
}

function previousResults() {
  if (options.out === undefined || !existsSync(options.out)) return new Map();
  const previous = JSON.parse(readFileSync(options.out, 'utf8'));
  if (previous.benchmark !== BENCHMARK || previous.seed !== seed) {
    console.error(`${options.out} holds other results: choose another --out, or the seed ${previous.seed}.`);
    process.exit(2);
  }
  return new Map(previous.operations.map((outcome) => [outcome.name, outcome]));
}

const previous = previousResults();
const outcomes = chosenOperations().map((operation) => {
  const { name } = addon.operations[operation];
  const wanted = integer(name === 'String' || name === 'Number' ? 'count' : 'others');
  const before = previous.get(name) ?? {
    compared: 0,
    differences: 0,
    nativeSeconds: 0,
    scriptSeconds: 0,
    examples: [],
  };
  return { operation, next: before.compared, done: new Map(), ...before, name, wanted };
});

function save() {
  if (options.out === undefined) return;
  const chosen = new Set(outcomes.map(({ name }) => name));
  const finished = outcomes.map(({ name, wanted, compared, differences, nativeSeconds, scriptSeconds, examples }) => ({
    name,
    wanted,
    compared,
    differences,
    nativeSeconds: Math.round(nativeSeconds * 10) / 10,
    scriptSeconds: Math.round(scriptSeconds * 10) / 10,
    ...(examples?.length > 0 ? { examples } : {}),
  }));
  const kept = [...previous.values()].filter(({ name }) => !chosen.has(name));
  const results = {
    benchmark: BENCHMARK,
    machine: startedOn,
    v8: process.versions.v8,
    command: `node scripts/number-sweep.mjs --count ${options.count} --others ${options.others} --seed ${seed}`,
    seed,
    threads: integer('threads'),
    regions: { String: addon.numberRegions, Number: addon.textRegions },
    operations: [...kept, ...finished],
  };
  writeFileSync(`${options.out}.part`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${options.out}.part`, options.out);
}

/** Blocks are handed out in order, and only blocks without a gap before them count. */
function nextBlock() {
  const outcome = outcomes.find(({ next, wanted }) => next < wanted);
  if (outcome === undefined) return undefined;
  const begin = outcome.next;
  const count = Math.min(BLOCK, outcome.wanted - begin);
  outcome.next += count;
  return { operation: outcome.operation, begin, count };
}

function take(report) {
  const outcome = outcomes.find(({ operation }) => operation === report.operation);
  outcome.done.set(report.begin, report);
  for (let block = outcome.done.get(outcome.compared); block; block = outcome.done.get(outcome.compared)) {
    outcome.done.delete(block.begin);
    outcome.compared += block.count;
    outcome.differences += block.differences;
    outcome.nativeSeconds += block.nativeSeconds;
    outcome.scriptSeconds += block.scriptSeconds;
    outcome.examples = [...(outcome.examples ?? []), ...block.examples].slice(0, 10);
    for (const example of block.examples) console.log(`  ${example}`);
  }
  if (outcome.compared === outcome.wanted && report.count > 0) {
    const { name, compared, differences } = outcome;
    console.log(`${name.padEnd(24)} ${String(compared).padStart(12)} compared, ${differences} differences`);
  }
}

const began = performance.now();
let saved = began;

await Promise.all(
  Array.from({ length: Math.max(1, integer('threads')) }, async () => {
    const workerData = { addon: addonPath, blockLength: BLOCK, seed };
    const worker = new Worker(new URL('./number-sweep-worker.mjs', import.meta.url), { workerData });
    await new Promise((fulfil, fail) => {
      const give = () => {
        const block = nextBlock();
        if (block === undefined) fulfil();
        else worker.postMessage(block);
      };
      worker.on('error', fail);
      worker.on('message', (report) => {
        take(report);
        if (performance.now() - saved > 10_000) {
          saved = performance.now();
          save();
        }
        give();
      });
      give();
    });
    await worker.terminate();
  }),
);
save();

const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${total('compared')} cases, ${total('differences')} differences, ${seconds} s`);
process.exitCode = total('differences') === 0 ? 0 : 1;
