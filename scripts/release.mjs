// node scripts/release.mjs VERSION [--dry-run]
//
// Releases both packages, from a clone of the last commit: sets the version, dates the changelog, packs, and runs the tests that install
// the tarballs in new apps. Then it commits and tags here, and publishes the tarballs that were tested. --dry-run leaves nothing behind
// and publishes nothing. Run `bash .ci/run` before: this tests the packages only.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withRelease } from './release/changelog.mjs';
import { follows, withVersion } from './release/versions.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const TESTS = ['test/cli/package.test.ts', 'test/cli/fresh-app.test.ts'];
const MANIFESTS = ['package.json', 'runtime/package.json', 'package-lock.json'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [version] = positionals;
const isDryRun = options['dry-run'];

function run(cwd, command, ...args) {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${args[0]} ${error?.message ?? `ended with status ${status}`}`);
}

function output(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

function checkState() {
  if (version === undefined) throw new Error('usage: node scripts/release.mjs VERSION [--dry-run]');
  const released = output('tag', '--list', 'v*')
    .split('\n')
    .filter(Boolean)
    .map((tag) => tag.slice(1));
  if (!follows(version, released)) throw new Error(`${version} is not after ${released.at(-1)}, which is released`);
  if (output('status', '--porcelain') !== '') throw new Error('there are changes: commit or stash them first');
  const branch = output('branch', '--show-current');
  if (branch !== 'main' && !isDryRun) throw new Error(`this is branch ${branch}: releases are made from main`);
}

/** Sets the version and dates the changelog in a clone. */
function prepare(clone) {
  const read = (name) => readFileSync(join(clone, name), 'utf8');
  const manifests = Object.fromEntries(MANIFESTS.map((name) => [name, JSON.parse(read(name))]));
  for (const [name, content] of Object.entries(withVersion(manifests, version)))
    writeFileSync(join(clone, name), `${JSON.stringify(content, null, 2)}\n`);
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    withRelease(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
  );
}

/** Packs both packages, the runtime first, and returns their tarballs. */
function pack(clone) {
  const folder = join(clone, 'node_modules', '.cache', 'release');
  mkdirSync(folder, { recursive: true });
  for (const workspace of ['runtime', '.'])
    run(join(clone, workspace), 'npm', 'pack', '--loglevel=warn', '--pack-destination', folder);
  return [`rowfuse-runtime-${version}.tgz`, `rowfuse-${version}.tgz`].map((name) => join(folder, name));
}

function release(clone) {
  run(ROOT, 'git', 'clone', '--quiet', ROOT, clone);
  prepare(clone);
  run(clone, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  // The manifest of the committed code has the version.
  run(
    clone,
    process.execPath,
    'dist/codegen/cli/main.js',
    'build',
    'examples/*.ts',
    '--out',
    'generated',
    '--emit-only',
  );
  run(clone, 'npx', 'publint', 'run', '--strict', '.');
  run(clone, 'npx', 'publint', 'run', '--strict', 'runtime');
  process.env.ROWFUSE_TEST_SAMPLES = ''; // these tests need none
  run(clone, 'npx', 'vitest', 'run', ...TESTS);
  const tarballs = pack(clone);
  if (isDryRun) {
    for (const tarball of tarballs) run(clone, 'npm', 'publish', '--dry-run', '--offline', '--loglevel=warn', tarball);
    console.log(`dry run: ${version} would be committed, tagged as v${version} and published`);
    return;
  }
  run(
    clone,
    'git',
    'commit',
    '--quiet',
    '--all',
    '-m',
    `release: publish ${version}\n\nThe changelog has what changed.`,
  );
  run(ROOT, 'git', 'pull', '--quiet', '--ff-only', clone, output('branch', '--show-current'));
  run(ROOT, 'git', 'tag', '--annotate', `v${version}`, '-m', version);
  for (const tarball of tarballs) run(clone, 'npm', 'publish', tarball);
  console.log(`${version} is published. Push it: git push --follow-tags`);
}

const clone = mkdtempSync(join(tmpdir(), 'rowfuse-release-'));
try {
  checkState();
  release(clone);
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(clone, { recursive: true, force: true });
}
