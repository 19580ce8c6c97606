// node scripts/checked.mjs [--short] [--only samples,functions,programs] [--programs 2000] [--seed 1] [--jobs 16]
//   [--json bench/results/checked-<date>.json]
//
// Runs generated code that verifies the claims of the planner (CONTRIBUTING.md, "Checked builds"): the run samples and the examples, the
// functions of the benchmark, and random programs in several processes, each against the reference. A broken claim ends the process that
// finds it.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../bench/machine.mjs';
import { compiledFuzzer } from './fuzz/compiled-fuzzer.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = { type: 'string' };
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: text,
    programs: text,
    seed: { ...text, default: '1' },
    /** A process compiles on one processor and builds on all, so one per eight suffices. */
    jobs: { ...text, default: String(Math.max(1, Math.floor(availableParallelism() / 8))) },
    json: text,
  },
});
const programs = Number(values.programs ?? (values.short ? 20 : 2000));
const jobs = Math.min(Number(values.jobs), programs);
/** Samples of numbers, nulls, lookups, and text that grows. */
const shortSamples = 'integer-functions nulls string-builders';

const steps = {
  samples: () =>
    vitest(values.short ? ['test/run/differential.test.ts'] : ['test/run', 'test/aggregate'], {
      ROWFUSE_TEST_BUILD: 'test/.build/checked',
      ...(values.short && { ROWFUSE_TEST_SAMPLES: shortSamples }),
    }),
  functions: () =>
    vitest(['test/bench/functions.test.ts'], { ROWFUSE_TEST_SAMPLES: '', ROWFUSE_TEST_FUNCTIONS: 'all' }),
  programs: fuzz,
};
const wanted = values.only?.split(',') ?? (values.short ? ['samples', 'programs'] : Object.keys(steps));
const results = {};
for (const name of wanted) {
  const began = Date.now();
  results[name] = { ...(await steps[name]()), seconds: Math.round((Date.now() - began) / 1000) };
  console.log(`${name}: ${JSON.stringify(results[name])}`);
  if (!values.json) continue;
  const file = path.resolve(root, values.json);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: machine(), seed: Number(values.seed), results }, null, 2)}\n`);
}
process.exitCode = Object.values(results).every(({ status, broken }) => status === 0 && broken.length === 0) ? 0 : 1;

async function vitest(files, environment) {
  const { output, ...outcome } = await run(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...files],
    environment,
  );
  const start = output.indexOf('{"numTotalTestSuites"');
  if (start < 0) return outcome;
  const { numPassedTests, numFailedTests } = JSON.parse(output.slice(start).split('\n')[0]);
  return { ...outcome, passed: numPassedTests, failed: numFailedTests };
}

/** Runs the fuzzer in several processes, with a seed and a folder each. */
async function fuzz() {
  const fuzzer = await compiledFuzzer();
  const each = Math.ceil(programs / jobs);
  const parts = await Promise.all(
    Array.from({ length: jobs }, async (_, part) => {
      const folder = `test/.fuzz/checked-${part}`;
      const json = path.join(root, folder, 'found.json');
      const args = ['--programs', String(each), '--seed', String(Number(values.seed) + part), '--json', json];
      const { output: _output, ...outcome } = await run([fuzzer, ...args, '--no-shrink'], {
        ROWFUSE_FUZZ_FOLDER: folder,
      });
      const { programs: compared, rows, differences } = JSON.parse(readFileSync(json, 'utf8'));
      return { ...outcome, compared, rows, differences };
    }),
  );
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  return {
    status: Math.max(...parts.map(({ status }) => status)),
    programs: sum('compared'),
    rows: sum('rows'),
    differences: parts.flatMap(({ differences }) => differences),
    broken: [...new Set(parts.flatMap(({ broken }) => broken))],
  };
}

/** Runs a process, and returns its output and the broken claims that it reports. */
function run(command, environment) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ROWFUSE_TEST_CHECKED: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [written, complained] = [[], []];
  child.stdout.on('data', (data) => written.push(data));
  child.stderr.on('data', (data) => complained.push(data));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const [output, errors] = [written, complained].map((parts) => Buffer.concat(parts).toString());
      const broken = [...`${output}\n${errors}`.matchAll(/rowfuse: (broken claim at [^\n"\\]*)/g)].map(
        ([, one]) => one,
      );
      const status = code ?? 1;
      if (status !== 0) console.error(`${output.slice(-4000)}\n${errors.slice(-4000)}`);
      resolve({ status, broken: [...new Set(broken)], output });
    });
  });
}
