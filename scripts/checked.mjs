// node scripts/checked.mjs [--short] [--only samples,functions,programs] [--programs 2000] [--seed 1] [--json bench/results/checked-<date>.json]
//
// Runs generated code that verifies the claims of the planner (CONTRIBUTING.md, "Checked builds"): the run samples and the examples, the
// functions of the benchmark, and random programs, each against the reference. A broken claim ends the process that finds it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../bench/machine.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    programs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const programs = values.programs ?? (values.short ? '20' : '2000');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
/** Samples of numbers, nulls, lookups, and text that grows. */
const shortSamples = 'integer-functions nulls string-builders';

const steps = {
  samples: {
    command: [...vitest, 'test/run/differential.test.ts', ...(values.short ? [] : ['test/run', 'test/aggregate'])],
    environment: {
      ROWFUSE_TEST_BUILD: 'test/.build/checked',
      ...(values.short && { ROWFUSE_TEST_SAMPLES: shortSamples }),
    },
  },
  functions: {
    command: [...vitest, 'test/bench/functions.test.ts'],
    environment: { ROWFUSE_TEST_SAMPLES: '', ROWFUSE_TEST_FUNCTIONS: 'all' },
  },
  programs: { command: ['scripts/fuzz.mjs', '--programs', programs, '--seed', values.seed], environment: {} },
};
const wanted = values.only?.split(',') ?? (values.short ? ['samples', 'programs'] : Object.keys(steps));
const results = {};
for (const name of wanted) {
  results[name] = await run(steps[name]);
  console.log(`${name}: ${JSON.stringify(results[name])}`);
}
if (values.json)
  writeFileSync(
    path.join(root, values.json),
    `${JSON.stringify({ machine: machine(), seed: Number(values.seed), results }, null, 2)}\n`,
  );
process.exitCode = Object.values(results).every(({ status, broken }) => status === 0 && broken.length === 0) ? 0 : 1;

/** Runs a step, and returns its counts and the broken claims that its processes report. */
function run({ command, environment }) {
  const began = Date.now();
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ROWFUSE_TEST_CHECKED: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [[], []];
  child.stdout.on('data', (data) => output.push(data));
  child.stderr.on('data', (data) => errors.push(data));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const [text, errorText] = [output, errors].map((parts) => Buffer.concat(parts).toString());
      const broken = [...`${text}\n${errorText}`.matchAll(/rowfuse: (broken claim at [^\n"\\]*)/g)].map(
        ([, one]) => one,
      );
      const seconds = Math.round((Date.now() - began) / 1000);
      if (status !== 0) console.error(`${text.slice(-4000)}\n${errorText.slice(-4000)}`);
      resolve({ status, seconds, ...countsIn(text), broken: [...new Set(broken)] });
    });
  });
}

/** Returns the counts of vitest's report, or the summary of the fuzzer. */
function countsIn(text) {
  const start = text.indexOf('{"numTotalTestSuites"');
  if (start < 0) return { summary: text.trim().split('\n').slice(-3) };
  const { numPassedTests, numFailedTests } = JSON.parse(text.slice(start).split('\n')[0]);
  return { passed: numPassedTests, failed: numFailedTests };
}
