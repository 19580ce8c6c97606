// node scripts/repeat-tests.mjs [--times 20] [--load 2] [--json bench/results/repeated-tests-<date>.json] [<test file>...]
//
// Runs the suite, or some of its files, many times in a row, while --load processes keep as many processors busy. Tests that depend on
// timing fail in some rounds. Prints every test that failed, and its number of failures.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { machine } from '../bench/machine.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    load: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
  },
});
const [times, load] = [Number(options.times), Number(options.load)];

const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-repeat-'));
const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const stopLoad = () => {
  for (const child of busy) child.kill('SIGKILL');
};
/** The current round. It is awaited, so that signals are handled meanwhile. */
let running;
process.once('exit', () => {
  stopLoad();
  running?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs the files once. Returns the titles of the tests that failed, and how many passed. */
async function runOnce(round) {
  const report = path.join(folder, `${round}.json`);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...files, '--reporter=json', `--outputFile.json=${report}`];
  running = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 1 << 28 });
  const { code: status = 0, stderr } = await running.catch((error) => error);
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: [`the run itself: ${stderr.trim().split('\n').at(-1)}`] };
  }
  const failed = results.testResults.flatMap((file) => {
    const name = path.relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (tests.length === 0 && file.status === 'failed') return [name];
    return tests.map((test) => `${name}: ${test.fullName}`);
  });
  if (status !== 0 && failed.length === 0) failed.push('an error outside of the tests');
  return { passed: results.numPassedTests, failed };
}

const failures = new Map();
const rounds = [];
for (let round = 1; round <= times; round += 1) {
  const began = performance.now();
  const { passed, failed } = await runOnce(round);
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const title of failed) failures.set(title, (failures.get(title) ?? 0) + 1);
  rounds.push({ passed, failed: failed.length, seconds });
  process.stdout.write(`round ${round} of ${times}: ${passed} passed, ${failed.length} failed (${seconds} s)\n`);
}
stopLoad(); // this process would wait for its children
for (const [title, count] of failures) process.stdout.write(`failed in ${count} of ${times} rounds: ${title}\n`);
if (options.json !== undefined) {
  const report = {
    ...machine(),
    benchmark: 'repeated tests',
    load,
    files,
    rounds,
    failures: Object.fromEntries(failures),
  };
  writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
}
if (failures.size > 0) process.exitCode = 1;
