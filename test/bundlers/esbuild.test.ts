import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, context, type Plugin } from 'esbuild';
import rowfuseByDefault, { rowfuse } from 'rowfuse/esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensurePackageIsBuilt } from '../cli/built-package.js';
import {
  app,
  configuringApp,
  generated,
  generatedModules,
  hasAddon,
  lazyApp,
  mappedLine,
  onCpu,
  onJs,
  platform,
  runBundles,
  writeApp,
} from './bundled-app.js';

// Bundles take the runtime from the package as it is shipped.
beforeAll(ensurePackageIsBuilt, 120_000);

const plugin: Plugin = rowfuse();

function bundle(directory: string, options: BuildOptions) {
  return build({
    absWorkingDir: directory,
    entryPoints: ['app.js'],
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
    // A sample has a case of NaN, about which esbuild warns rightly.
    logOverride: { 'equals-nan': 'silent' },
    plugins: [plugin],
    ...options,
  });
}

const files = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

describe.runIf(hasAddon)('rowfuse/esbuild', () => {
  test('copies the addon for every format, chunks in folders and minified bundles', async () => {
    const directory = writeApp({ 'app.js': app, 'lazy.js': lazyApp });
    const out = (name: string) => path.join(directory, 'dist', name);
    const built = await Promise.all([
      bundle(directory, { outfile: 'dist/esm.mjs', format: 'esm' }),
      bundle(directory, { outfile: 'dist/cjs.cjs' }),
      bundle(directory, { outfile: 'dist/min/esm.mjs', format: 'esm', minify: true, sourcemap: true }),
      bundle(directory, { outfile: 'dist/min/cjs.cjs', format: 'cjs', minify: true, sourcemap: true }),
      bundle(directory, {
        outfile: 'dist/iife.cjs',
        format: 'iife',
        globalName: 'app',
        footer: { js: 'module.exports = app;' },
      }),
      bundle(directory, {
        entryPoints: ['app.js', 'lazy.js'],
        outdir: 'dist/split',
        format: 'esm',
        splitting: true,
        outExtension: { '.js': '.mjs' },
        entryNames: 'bin/[name]',
        chunkNames: 'deep/er/[name]-[hash]',
        assetNames: 'assets/[name]-[hash]',
      }),
    ]);
    expect(built.flatMap(({ warnings }) => warnings)).toEqual([]);
    const bundles = [
      'esm.mjs',
      'cjs.cjs',
      'min/esm.mjs',
      'min/cjs.cjs',
      'iife.cjs',
      'split/bin/app.mjs',
      'split/bin/lazy.mjs',
    ];
    expect(await runBundles(bundles.map(out))).toEqual({ results: bundles.map(() => onCpu), warnings: '' });
    expect(files(out('split')).filter((name) => name.endsWith('.node'))).toEqual([
      expect.stringMatching(/^assets\/rowfuse-\w+\.node$/),
    ]);
    for (const name of ['min/esm.mjs', 'min/cjs.cjs']) expect(mappedLine(out(name))).toMatch(/^ {2}buildHash: '/);
  });

  test('warns without the plugin, and the bundle runs on js unless the generated code is external or the addon configured', async () => {
    const directory = writeApp({ 'app.js': app, 'configuring.js': configuringApp });
    const out = (name: string) => path.join(directory, 'dist', name);
    await Promise.all([
      bundle(directory, { outfile: 'dist/plain.cjs', plugins: [] }),
      bundle(directory, { outfile: 'dist/plain.mjs', plugins: [], format: 'esm' }),
      bundle(directory, { outfile: 'dist/external.cjs', plugins: [], external: [`${generated}/*`] }),
      bundle(directory, { outfile: 'dist/external.mjs', plugins: [], external: [`${generated}/*`], format: 'esm' }),
      bundle(directory, { outfile: 'dist/configuring.cjs', plugins: [], entryPoints: ['configuring.js'] }),
    ]);
    const script = await runBundles([out('plain.cjs')]);
    expect(script).toEqual({ results: [onJs], warnings: expect.stringContaining('[ROWFUSE_ADDON] RowfuseWarning:') });
    expect(script.warnings).toContain('(`import.meta.url` is empty there): bundle with the plugin `rowfuse/esbuild`, ');
    const module = await runBundles([out('plain.mjs')]);
    expect(module.results).toEqual([onJs]);
    expect(module.warnings).toMatch(/there is no addon at .*dist\/native\/\S+\/rowfuse\.node: bundle with the plugin/);
    // Node before 20.19 cannot require the ES module that stays external.
    const canRequire = 'require_module' in process.features ? ['external.cjs'] : [];
    const others = ['external.mjs', 'configuring.cjs', ...canRequire];
    expect(await runBundles(others.map(out))).toEqual({ results: others.map(() => onCpu), warnings: '' });
  });
});

describe('rowfuse/esbuild', () => {
  test('is also the default export', () => {
    expect(rowfuseByDefault).toBe(rowfuse);
  });

  test.each([
    ['esbuild', undefined],
    ['the plugin, because `.node` files have another loader', { '.node': 'copy' } as const],
  ])('keeps the addons of several folders and platforms apart, read by %s', async (_, loader) => {
    const directory = writeApp({
      'app.js': `import { backend as one } from './one/index.js';
import { backend as two } from './two/index.js';
export const main = () => [one().reason, two().reason];
`,
      ...generatedModules('one', { [platform]: 'one', 'beos-m68k': 'other', "it's": 'no platform' }),
      ...generatedModules('two', { [platform]: 'two' }),
    });
    await bundle(directory, { outfile: 'dist/app.mjs', format: 'esm', ...(loader && { loader }) });
    expect(files(path.join(directory, 'dist')).filter((name) => name.endsWith('.node'))).toHaveLength(3);
    const { results } = await runBundles([path.join(directory, 'dist/app.mjs')]);
    const [one, two] = (results[0] as string[]).map((reason) => /rowfuse-\w+\.node/.exec(reason)?.[0]);
    expect([one, two]).toEqual([expect.any(String), expect.any(String)]);
    expect(one).not.toBe(two);
  });

  test('names the place of the addon for a platform that the folder was not built on', async () => {
    const directory = writeApp({
      'app.js': "import { backend } from './one/index.js';\nexport const main = () => backend().reason;\n",
      ...generatedModules('one', { 'beos-m68k': 'other' }),
    });
    await bundle(directory, { outfile: 'dist/app.mjs', format: 'esm' });
    await bundle(directory, { outfile: 'dist/app.cjs' });
    const { results } = await runBundles(['app.mjs', 'app.cjs'].map((name) => path.join(directory, 'dist', name)));
    const missing = expect.stringMatching(
      `^there is no addon at .*dist.native.${platform}.rowfuse\\.node: bundle with`,
    );
    expect(results).toEqual([missing, missing]);
  });

  test('warns about a folder without an addon', async () => {
    const directory = writeApp({ 'app.js': "export * from './one/index.js';\n", ...generatedModules('one', {}) });
    const { warnings } = await bundle(directory, { outfile: 'dist/app.mjs', format: 'esm' });
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/one has no addon, .* Run `npx rowfuse build`/),
    ]);
  });

  test.each<[string, BuildOptions, RegExp]>([
    ['publicPath', { outdir: 'dist', publicPath: '/static' }, /with `publicPath` esbuild gives the addon a URL/],
    ['no place to write to', { write: false }, /set `outdir` or `outfile`/],
  ])('refuses %s', async (_, options, message) => {
    const directory = writeApp({
      'app.js': "export * from './one/index.js';\n",
      ...generatedModules('one', { [platform]: 'one' }),
    });
    await expect(bundle(directory, options)).rejects.toThrow(message);
  });

  test('refuses an addon that was built from other sources', async () => {
    const directory = writeApp({
      'app.js': "export * from './one/index.js';\n",
      ...generatedModules('one', { [platform]: 'one' }),
    });
    writeFileSync(path.join(directory, 'one/native', platform, 'build.json'), '{ "buildHash": "older" }');
    await expect(bundle(directory, { outdir: 'dist' })).rejects.toThrow(
      /rowfuse\.node was built from other sources than .*runtime\.js\. Run `npx rowfuse build` on /,
    );
  });

  test('bundles again in watch mode when the addon is built after the generated text', async () => {
    const directory = writeApp({
      'app.js': "export * from './one/index.js';\n",
      ...generatedModules('one', { [platform]: 'one' }),
    });
    const record = path.join(directory, 'one/native', platform, 'build.json');
    writeFileSync(record, '{ "buildHash": "older" }');
    const results: { errors: number }[] = [];
    let onBuilt = () => {};
    const built = () => new Promise<void>((resolve) => (onBuilt = resolve));
    const observer: Plugin = {
      name: 'observer',
      setup: ({ onEnd }) =>
        onEnd(({ errors }) => {
          results.push({ errors: errors.length });
          onBuilt();
        }),
    };
    const watching = await context({
      absWorkingDir: directory,
      entryPoints: ['app.js'],
      bundle: true,
      platform: 'node',
      outdir: 'dist',
      logLevel: 'silent',
      plugins: [plugin, observer],
    });
    try {
      const first = built();
      await watching.watch();
      await first;
      const second = built();
      rmSync(record);
      await second;
    } finally {
      await watching.dispose();
    }
    expect(results).toEqual([{ errors: 1 }, { errors: 0 }]);
  });

  test('leaves other modules of that name and external modules unchanged', async () => {
    const text = '// Generated by rowfuse from my own head\nexport const runtime = 1;\n';
    const directory = writeApp({ 'runtime.js': text });
    const entryPoints = ['runtime.js'];
    const bundled = await bundle(directory, { entryPoints, write: false, format: 'esm' });
    expect(bundled.outputFiles?.[0]?.text).toContain('var runtime = 1;');
    const kept = await bundle(directory, {
      entryPoints: [path.join(generated, 'runtime.js')],
      bundle: false,
      write: false,
    });
    expect(kept.outputFiles?.[0]?.text).toContain('import.meta.url');
  });
});
