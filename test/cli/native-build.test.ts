import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../codegen/5-build/tools/finding.js';
import { findToolchain } from '../../codegen/5-build/tools/toolchain.js';
import { engineFunctions, functionsOfLevel, lacking } from './addon-code.js';
import { commandFile, ensurePackageIsBuilt, rowfuse, runNode, temporaryProject, writeSource } from './built-package.js';
import { app, initials, twice } from './sources.js';

const minutes = 60_000;
const { cxx, cmake, generator } = await findToolchain(process.env);
const hasCompiler = ![cxx, cmake, generator].some((tool) => isMissing(tool));
const build = ['build', 'src/*.ts', '--out', 'generated', '--no-cuda'];
const results = { initials: ['A', 'É', ''], twice: [2, -1] };

beforeAll(ensurePackageIsBuilt, 2 * minutes);

function project(): string {
  return temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice, 'app.mjs': app });
}

function addonOf(directory: string): string {
  return path.join(directory, 'generated/native', `${process.platform}-${process.arch}`, 'rowfuse.node');
}

async function runApp(directory: string, backend = '', warning: unknown = ''): Promise<unknown> {
  const environment = { ...process.env, ROWFUSE_BACKEND: backend };
  const { status, stdout, stderr } = await runNode(['app.mjs'], directory, environment);
  expect({ status, stderr }).toEqual({ status: 0, stderr: warning });
  return JSON.parse(stdout);
}

const levels = process.arch === 'x64' && process.platform === 'linux';

/** Builds for both levels of x86-64, and runs what an app does on a processor without the higher one. */
async function expectLevels(directory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const addon = addonOf(directory);
  const least = await rowfuse([...build, '--cpu-level', 'x86-64'], directory, environment);
  expect(least.stdout).toMatch(/^addon: built: .* for x86-64, /m);
  expect(lacking('AVX2', addon)).toBeUndefined();

  const higher = await rowfuse([...build, '--cpu-level', 'x86-64-v3'], directory, environment);
  expect(higher.stdout).toMatch(/^addon: built: .* for x86-64-v3, /m);
  expect(higher.stderr).not.toContain('engine');
  // Whatever runs before the addon refuses is code of the engine.
  const compiled = await functionsOfLevel(addon);
  expect(compiled.size).toBeGreaterThan(0);
  const cache = path.join(directory, 'node_modules/.cache/rowfuse');
  const [ready = ''] = readdirSync(cache).flatMap((name) => {
    const folder = path.join(cache, name, 'ready');
    return existsSync(folder) ? [folder] : [];
  });
  const engine = await engineFunctions(ready);
  expect(engine.size).toBeGreaterThan(100);
  expect([...compiled].filter((name) => engine.has(name))).toEqual([]);

  for (const feature of ['AVX2', 'BMI2', 'SSE3', 'LZCNT']) {
    const patched = lacking(feature, addon);
    if (patched === undefined) throw new Error(`the addon does not ask for ${feature}`);
    writeFileSync(path.join(directory, 'other.node'), patched);
    const { stderr } = await runNode(['-e', "require('./other.node')"], directory);
    expect(stderr).toContain('Error: it was compiled for processors of the level x86-64-v3, and this one (');
    expect(stderr).toContain(`) lacks ${feature}`);
  }
  writeFileSync(addon, lacking('AVX2', addon) ?? '');
  const warning = expect.stringMatching(
    /lacks AVX2\): build it on this machine, or elsewhere with `rowfuse build --cpu-level x86-64`/,
  );
  expect(await runApp(directory, '', warning)).toMatchObject({ backend: { backend: 'js' } });
}

describe.runIf(hasCompiler)('with a compiler', () => {
  test('builds, runs, builds again, and recompiles one changed transform', { timeout: 4 * minutes }, async () => {
    const directory = project();
    // After the first run these objects are in the cache of the other tests.
    const environment = { ...process.env, ROWFUSE_CACHE: path.join(directory, 'cache') };
    const first = await rowfuse(build, directory, environment);
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(/^initials: compiled\ntwice: compiled\n/);
    expect(first.stderr).toMatch(/\[\d+\/\d+\] compiled initials \(CPU\)/);
    expect(await runApp(directory)).toMatchObject({ ...results, backend: { backend: 'cpu' } });

    const { mtimeMs } = statSync(addonOf(directory));
    const second = await rowfuse(build, directory, environment);
    expect(second.stdout).toMatch(/^initials: up to date\ntwice: up to date\n/);
    expect(second.stderr).not.toContain('compiled');
    expect(statSync(addonOf(directory)).mtimeMs).toBe(mtimeMs);

    writeSource(directory, 'src/twice.ts', twice.replace('x * 2', 'x * 3'));
    const third = await rowfuse(build, directory, environment);
    expect(third.stdout).toMatch(/^initials: up to date\ntwice: compiled\n/);
    expect(third.stderr).not.toContain('compiled initials');
    expect(await runApp(directory)).toMatchObject({ twice: [3, -1.5], backend: { backend: 'cpu' } });

    const { stdout } = await rowfuse(['explain', 'twice'], directory);
    expect(stdout).toMatch(/^native: .*, no CUDA code$/m);
    if (levels) await expectLevels(directory, environment);
  });

  test.runIf(process.platform !== 'win32')(
    'recovers from a build that is killed halfway',
    { timeout: 4 * minutes },
    async () => {
      const directory = project();
      const child = spawn(process.execPath, [commandFile, ...build], {
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.setEncoding('utf8');
      let seen = '';
      for await (const chunk of child.stderr) {
        seen += chunk;
        if (/\[\d+\/\d+\] compiled/.test(seen)) break;
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
      expect(existsSync(addonOf(directory))).toBe(false);
      const cache = path.join(directory, 'node_modules/.cache/rowfuse');
      expect(readdirSync(cache).some((name) => name.endsWith('.lock'))).toBe(true);

      expect(await rowfuse(build, directory)).toMatchObject({ status: 0 });
      expect(await runApp(directory)).toMatchObject({ ...results, backend: { backend: 'cpu' } });
      expect(readdirSync(cache).some((name) => name.endsWith('.lock'))).toBe(false);
    },
  );

  test('runs two builds at once', { timeout: 4 * minutes }, async () => {
    const directory = project();
    const [one, two] = await Promise.all([rowfuse(build, directory), rowfuse(build, directory)]);
    expect([one.status, two.status]).toEqual([0, 0]);
    expect(one.stderr + two.stderr).toMatch(/waiting for another build of this directory \(process \d+\)/);
    expect(one.stdout + two.stdout).toContain('unchanged, nothing compiled');
    expect(await runApp(directory)).toMatchObject(results);
  });
});

test('transforms run as JavaScript without a compiler, and the build says what to install', async () => {
  const directory = project();
  const environment = { PATH: '/nonexistent', CUDA_HOME: '', CUDA_PATH: '' };
  const { status, stdout } = await rowfuse(build, directory, environment);
  expect(status).toBe(0);
  expect(stdout).toMatch(/note: No native code was built: no C\+\+ compiler/);
  if (process.platform === 'linux') expect(stdout).toContain('apt install g++ cmake');
  const warning =
    /^\(node:\d+\) \[ROWFUSE_ADDON\] RowfuseWarning: .*: run `npx rowfuse build src\/\S+ src\/\S+ --out generated`\. /;
  const warned = await runApp(directory, '', expect.stringMatching(warning));
  expect(warned).toMatchObject({ ...results, backend: { backend: 'js' } });
  expect(await runApp(directory, 'js')).toMatchObject(results);
});
