// npm run test:gpu
//
// Packs into .gpu/pack/ everything that a GPU machine needs to build and test the CUDA backend: this Node, the installed packages
// (tests included) and dist/. That machine has nvcc, g++, cmake and python3, but neither Node nor a package registry. If this machine
// has a GPU, scripts/gpu-run.sh runs at once; otherwise the script says how to run it there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const PACK = join(ROOT, '.gpu', 'pack');
/** Packages that the tests need besides `dependencies`. */
const FOR_TESTS = ['@types/node', 'apache-arrow', 'esbuild', 'fast-check', 'vitest'];
/** Files of packages that nothing reads at run time. */
const NEVER_READ = /\.(map|md|markdown|flow)$/i;
const LARGEST_MIB = 50;

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, '.gpu', 'results') },
    'pack-only': { type: 'boolean', default: false },
  },
});

function run(command, args, settings = {}) {
  const { status, error, stdout } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...settings });
  if (error?.code === 'ENOENT')
    throw new Error(`${command} was not found: install it (Debian: apt install xz-utils tar)`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}`);
  return stdout;
}

/** Returns the folders in node_modules that the given packages need, by Node's own resolution. */
function packageFolders(names) {
  const found = new Set();
  const locate = (from, name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const candidate = join(folder, 'node_modules', name);
      if (existsSync(join(ROOT, candidate, 'package.json'))) return candidate;
      if (folder === '') return undefined;
    }
  };
  const visit = (from, name, isOptional) => {
    const folder = locate(from, name);
    if (folder === undefined) {
      if (isOptional) return;
      throw new Error(`package ${name} is not installed: run npm ci`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const description = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = description;
    for (const dependency of Object.keys(dependencies)) visit(folder, dependency, dependency in optionalDependencies);
    for (const dependency of Object.keys(optionalDependencies)) visit(folder, dependency, true);
    for (const dependency of Object.keys(peerDependencies)) {
      if (!peerDependenciesMeta[dependency]?.optional) visit(folder, dependency, false);
    }
  };
  for (const name of names) visit('', name, false);
  return [...found].sort();
}

/** Returns every file below a folder except nested packages, which are listed on their own. */
function* filesBelow(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* filesBelow(path);
    } else if (!NEVER_READ.test(entry.name)) {
      yield path;
    }
  }
}

/** Compresses this Node. That takes most of a minute, so the result is kept until Node changes. */
function packNode() {
  const archive = join(PACK, 'node.xz');
  const record = join(PACK, 'node.json');
  const wanted = JSON.stringify({ version: process.version, platform: process.platform, arch: process.arch });
  if (existsSync(archive) && existsSync(record) && readFileSync(record, 'utf8') === wanted) return archive;
  console.log(`compressing Node ${process.version} (once)`);
  const stdout = run('xz', ['--keep', '--stdout', '--threads=0', '--x86', '--lzma2=preset=9e', process.execPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  writeFileSync(archive, stdout);
  writeFileSync(record, wanted);
  return archive;
}

function packModules() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = packageFolders([...Object.keys(dependencies), ...FOR_TESTS]);
  const files = [...folders, 'dist', 'runtime/dist'].flatMap((folder) => [...filesBelow(folder)]);
  const archive = join(PACK, 'modules.tar.xz');
  const list = join(mkdtempSync(join(tmpdir(), 'rowfuse-gpu-')), 'files');
  writeFileSync(list, files.join('\n'));
  const options = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [...options, '--use-compress-program=xz -T0 -6', '-cf', archive, '-T', list]);
  rmSync(join(list, '..'), { recursive: true });
  console.log(`${folders.length} packages and dist, ${files.length} files`);
  return archive;
}

const mebibytes = (file) => statSync(file).size / 2 ** 20;

function pack() {
  if (process.platform !== 'linux') throw new Error('the GPU pack holds this Node, so it is made on Linux only');
  run('npm', ['run', '--silent', 'compile']);
  mkdirSync(PACK, { recursive: true });
  const archives = [packNode(), packModules()];
  const hash = createHash('sha256');
  for (const archive of archives) hash.update(readFileSync(archive));
  writeFileSync(join(PACK, 'pack.sha256'), `${hash.digest('hex')}\n`);
  writeFileSync(join(PACK, 'commit'), run('git', ['rev-parse', 'HEAD'], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const total = archives.reduce((sum, archive) => sum + mebibytes(archive), 0);
  for (const archive of archives)
    console.log(`  ${archive.slice(ROOT.length + 1)}: ${mebibytes(archive).toFixed(1)} MiB`);
  if (total > LARGEST_MIB)
    throw new Error(`the pack is ${total.toFixed(1)} MiB, more than ${LARGEST_MIB}: leave packages out`);
}

function hasGpu() {
  const { status, stdout } = spawnSync('nvidia-smi', ['-L'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('GPU');
}

pack();
if (options['pack-only']) {
  console.log('packed');
} else if (hasGpu()) {
  const { status } = spawnSync('bash', ['scripts/gpu-run.sh', options.out], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.log(
    [
      'No GPU here. To run the tests on another machine (nvcc, g++, cmake, python3; no Node, no registry):',
      '  1. copy this checkout there, with .gpu/pack/ (Node, node_modules/ and dist/ are in it)',
      '  2. bash scripts/gpu-run.sh results',
      '  3. bring results/results.tar.gz back, put its JSON into bench/results/ and run: node bench/report.mjs',
    ].join('\n'),
  );
}
