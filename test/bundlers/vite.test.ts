import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { type Plugin as RollupPlugin, rollup } from 'rollup';
import rowfuseByDefault, { rowfuse } from 'rowfuse/vite';
import { build, createServer, type InlineConfig, type Plugin } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensurePackageIsBuilt } from '../cli/built-package.js';
import {
  app,
  builtAddon,
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

/** Each build has its own plugins, as in configuration files. */
const plugin = (): Plugin => rowfuse();

type BuildConfig = NonNullable<InlineConfig['build']>;

/** `vite build --ssr`. Everything is bundled, because the package is not installed beside the app. */
function viteBuild(directory: string, config: BuildConfig, plugins: readonly Plugin[] = [plugin()]) {
  return build({
    root: directory,
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: { ssr: true, minify: false, ...config },
  });
}

/** Puts the statements of `runtime.js` on one line, where the text after the addon's URL must keep its column. */
const onOneLine: RollupPlugin = {
  name: 'on-one-line',
  async transform(code, id) {
    if (!id.endsWith('runtime.js')) return null;
    const { code: minified, map } = await transform(code, { minify: true, sourcemap: 'external', sourcefile: id });
    return { code: minified, map };
  },
};

const input = (directory: string) => ({ app: path.join(directory, 'app.js'), lazy: path.join(directory, 'lazy.js') });
const addonsIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.node'));

describe.runIf(hasAddon)('rowfuse/vite', () => {
  test('copies the addon for ES modules and CommonJS, chunks in folders and minified bundles', async () => {
    const directory = writeApp({ 'app.js': app, 'lazy.js': lazyApp });
    const out = (name: string) => path.join(directory, 'dist', name);
    for (const [format, extension] of [
      ['es', 'mjs'],
      ['cjs', 'cjs'],
    ] as const) {
      const output = {
        format,
        entryFileNames: `server/[name].${extension}`,
        chunkFileNames: `deep/er/[name].${extension}`,
      };
      const rolldownOptions = { input: input(directory), output };
      await viteBuild(directory, { outDir: `dist/${format}`, rolldownOptions });
      await viteBuild(directory, { outDir: `dist/min-${format}`, minify: true, rolldownOptions });
    }
    const bundles = [
      'es/server/app.mjs',
      'es/server/lazy.mjs',
      'min-es/server/lazy.mjs',
      'cjs/server/lazy.cjs',
      'min-cjs/server/app.cjs',
    ];
    expect(await runBundles(bundles.map(out))).toEqual({ results: bundles.map(() => onCpu), warnings: '' });
    expect(addonsIn(out('es'))).toEqual([expect.stringMatching(`^native.[0-9a-f]{16}.${platform}.rowfuse\\.node$`)]);
  });

  test('works in Rollup, whose module cache outlives the plugin', async () => {
    const directory = writeApp({ 'app.js': app, 'lazy.js': lazyApp });
    const rollupPlugin = (): RollupPlugin => rowfuse();
    // External modules are imported from their folder, because the bundle is in no project.
    const runtime = path.join(generated, '../../runtime/dist/runtime/index.js');
    const paths = { '@rowfuse/runtime': runtime, rowfuse: path.join(generated, '../../dist/dsl/index.js') };
    const warnings = new Set<string | undefined>();
    const onwarn = ({ code }: { readonly code?: string | undefined }) => void warnings.add(code);
    const options = { input: input(directory), external: Object.keys(paths), onwarn };
    const first = await rollup({ ...options, plugins: [rollupPlugin(), onOneLine] });
    expect(first.watchFiles).toContain(builtAddon);
    const plugins = [rollupPlugin(), onOneLine];
    const second = await rollup({ ...options, plugins, ...(first.cache && { cache: first.cache }) });
    for (const [format, extension] of [
      ['es', 'mjs'],
      ['cjs', 'cjs'],
    ] as const) {
      const names = { entryFileNames: `[name].${extension}`, chunkFileNames: `deep/er/[name].${extension}` };
      await second.write({ dir: path.join(directory, 'dist', format), format, paths, sourcemap: true, ...names });
    }
    // Node before 20.19 cannot require the runtime, which is an ES module.
    const canRequire = 'require_module' in process.features ? ['cjs/app.cjs', 'cjs/lazy.cjs'] : [];
    const bundles = ['es/app.mjs', 'es/lazy.mjs', ...canRequire];
    const { results } = await runBundles(bundles.map((name) => path.join(directory, 'dist', name)));
    expect(results).toEqual(bundles.map(() => onCpu));
    // The app does not use `configure`.
    expect([...warnings]).toEqual(['UNUSED_EXTERNAL_IMPORT']);
    const [chunk = ''] = readdirSync(path.join(directory, 'dist/es/deep/er')).filter((name) => name.endsWith('.mjs'));
    expect(mappedLine(path.join(directory, 'dist/es/deep/er', chunk))).toMatch(/^ {2}buildHash: '/);
  });

  test('warns without the plugin, and the bundle runs on js unless the generated code is external', async () => {
    const directory = writeApp({ 'app.js': app });
    const plain = { input: path.join(directory, 'app.js') };
    await viteBuild(directory, { outDir: 'plain', rolldownOptions: plain }, []);
    const external = new RegExp(`^${generated}/`.replaceAll('\\', '/'));
    await viteBuild(directory, { outDir: 'external', rolldownOptions: { ...plain, external } }, []);
    const bundle = (folder: string) => [path.join(directory, folder, 'app.mjs')];
    const warned = await runBundles(bundle('plain'));
    expect(warned.results).toEqual([onJs]);
    expect(warned.warnings).toMatch(
      /\[ROWFUSE_ADDON\] RowfuseWarning: .*plain\/native\/\S+\/rowfuse\.node: bundle with/,
    );
    expect(await runBundles(bundle('external'))).toEqual({ results: [onCpu], warnings: '' });
  });

  test('leaves the development server unchanged, which serves generated code from its folder', async () => {
    const directory = writeApp({ 'app.js': app });
    const server = await createServer({
      root: directory,
      configFile: false,
      logLevel: 'silent',
      plugins: [plugin()],
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
    });
    try {
      const loaded = await server.ssrLoadModule('/app.js');
      expect(await loaded.main?.()).toEqual(onCpu);
    } finally {
      await server.close();
    }
  });
});

describe('rowfuse/vite', () => {
  const twoFolders = {
    'app.js': `import { backend as one } from './one/index.js';
import { backend as two } from './two/index.js';
export const main = () => [one().reason, two().reason];
`,
    ...generatedModules('one', { [platform]: 'one', 'beos-m68k': 'other' }),
    ...generatedModules('two', { [platform]: 'two' }),
  };

  test('is also the default export', () => {
    expect(rowfuseByDefault).toBe(rowfuse);
  });

  test('keeps the addons of several folders and platforms apart', async () => {
    const directory = writeApp(twoFolders);
    await viteBuild(directory, { rolldownOptions: { input: path.join(directory, 'app.js') } });
    expect(addonsIn(path.join(directory, 'dist'))).toHaveLength(3);
    const { results } = await runBundles([path.join(directory, 'dist/app.mjs')]);
    const [one, two] = (results[0] as string[]).map(
      (reason) => /[0-9a-f]{16}(?=.[\w-]+.rowfuse\.node cannot)/.exec(reason)?.[0],
    );
    expect([one, two]).toEqual([expect.any(String), expect.any(String)]);
    expect(one).not.toBe(two);
  });

  test('emits only the addons that the bundle still uses, even if nothing is written', async () => {
    const directory = writeApp({
      ...twoFolders,
      'app.js': "import './one/index.js';\nexport { backend } from './two/index.js';\n",
    });
    writeFileSync(path.join(directory, 'one/package.json'), '{ "type": "module", "sideEffects": false }');
    const built = await viteBuild(directory, {
      write: false,
      rolldownOptions: { input: path.join(directory, 'app.js') },
    });
    const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    const addons = outputs.flatMap((file) => (file.type === 'asset' ? [Buffer.from(file.source).toString()] : []));
    expect(addons).toEqual(['two']);
  });

  test('warns about a folder without an addon', async () => {
    const directory = writeApp({ 'app.js': "export * from './one/index.js';\n", ...generatedModules('one', {}) });
    const warnings: string[] = [];
    const bundle = await rollup({
      input: path.join(directory, 'app.js'),
      plugins: [rowfuse()],
      external: /dist/,
      onwarn: ({ message }) => warnings.push(message),
    });
    await bundle.generate({ format: 'es' });
    expect(warnings).toEqual([expect.stringMatching(/one has no addon, .* Run `npx rowfuse build`/)]);
  });

  test('refuses an addon that was built from other sources', async () => {
    const directory = writeApp({
      'app.js': "export * from './one/index.js';\n",
      ...generatedModules('one', { [platform]: 'one' }),
    });
    writeFileSync(path.join(directory, 'one/native', platform, 'build.json'), '{ "buildHash": "older" }');
    await expect(viteBuild(directory, { rolldownOptions: { input: path.join(directory, 'app.js') } })).rejects.toThrow(
      /rowfuse\.node was built from other sources than .*runtime\.js\. Run `npx rowfuse build` on /,
    );
  });
});
