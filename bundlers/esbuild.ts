import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type GeneratedModule,
  readGeneratedModule,
  runningPlatform,
  withAddon,
  withDirectory,
} from './generated-module.js';

/** The part of esbuild's `Plugin` that this plugin has, declared here so that esbuild is no dependency. */
export interface EsbuildPlugin {
  /** The name that esbuild shows: `rowfuse`. */
  name: string;
  /** Registers the plugin in a build, which esbuild calls. */
  setup(build: EsbuildPluginBuild): void;
}

/**
 * The part of esbuild's `PluginBuild` that this plugin uses.
 *
 * @internal
 */
export interface EsbuildPluginBuild {
  readonly initialOptions: {
    readonly bundle?: boolean;
    readonly format?: 'iife' | 'cjs' | 'esm';
    readonly platform?: 'browser' | 'node' | 'neutral';
    readonly publicPath?: string;
    readonly outdir?: string;
    readonly outfile?: string;
    loader?: Record<string, string>;
  };
  onResolve(
    options: { filter: RegExp },
    callback: (args: { path: string; resolveDir: string }) => { path: string; namespace: string },
  ): void;
  onLoad(
    options: { filter: RegExp; namespace?: string },
    callback: (args: { path: string }) => Promise<EsbuildLoaded | undefined>,
  ): void;
}

/**
 * The part of esbuild's `OnLoadResult` that this plugin returns.
 *
 * @internal
 */
export interface EsbuildLoaded {
  contents?: string | Uint8Array;
  loader?: 'js' | 'file';
  resolveDir?: string;
  watchFiles?: string[];
  errors?: { text: string }[];
  warnings?: { text: string }[];
}

const scheme = 'rowfuse-addon';

/**
 * Returns an esbuild plugin that copies the addons of generated folders into the output folder. Their names follow `assetNames`. The bundle
 * finds them there as an ES module or as CommonJS, from any chunk.
 *
 * The build fails if an addon was built from other sources than its module, and with `publicPath`, or without `outdir` and `outfile`,
 * because the bundle could not find the addon. A generated folder without an addon gives a warning; its transforms run as JavaScript.
 *
 * @example
 * import * as esbuild from 'esbuild';
 * import { rowfuse } from 'rowfuse/esbuild';
 *
 * await esbuild.build({ entryPoints: ['src/app.ts'], bundle: true, platform: 'node', outdir: 'dist', plugins: [rowfuse()] });
 */
export function rowfuse(): EsbuildPlugin {
  return {
    name: 'rowfuse',
    setup(build) {
      const { bundle = false } = build.initialOptions;
      if (!bundle) return;
      build.onLoad({ filter: /[\\/]runtime\.js$/, namespace: 'file' }, async ({ path: file }) => {
        const generated = readGeneratedModule(file, await readFile(file, 'utf8'));
        return generated && loaded(file, generated, build.initialOptions);
      });
      // esbuild's own loader for files names and copies the addon, and gives its path relative to the chunk. It reads the addon itself,
      // unless `.node` files have another loader: what a plugin reads takes esbuild time that grows with the square of the size.
      const { loader: loaders = {}, outdir, outfile } = build.initialOptions;
      const hasPlace = outdir !== undefined || outfile !== undefined;
      const isRead = hasPlace && (loaders['.node'] ?? 'file') === 'file';
      if (isRead) build.initialOptions.loader = { ...loaders, '.node': 'file' };
      build.onResolve({ filter: new RegExp(`^${scheme}:`) }, (args) => ({
        path: path.join(args.resolveDir, 'native', args.path.slice(scheme.length + 1), 'rowfuse.node'),
        namespace: isRead ? 'file' : scheme,
      }));
      build.onLoad({ filter: /.*/, namespace: scheme }, async ({ path: file }) => ({
        contents: await readFile(file),
        loader: 'file',
        watchFiles: [file],
      }));
    },
  };
}

export default rowfuse;

type Options = EsbuildPluginBuild['initialOptions'];

function loaded(file: string, generated: GeneratedModule, options: Options): EsbuildLoaded {
  const { addons, code, error, warning, watched } = generated;
  const common = { loader: 'js' as const, resolveDir: path.dirname(file), watchFiles: [...watched] };
  if (warning !== undefined) return { ...common, contents: code, warnings: [{ text: warning }] };
  const problem = error ?? placeless(options);
  if (problem !== undefined) return { ...common, errors: [{ text: problem }] };
  const imports = addons.map(({ platform }, index) => `import rowfuse$${index} from '${scheme}:${platform}';`);
  // The imports follow the last line, so that all other lines stay where source maps have them.
  const contents = `${isModule(options) ? inModule(generated) : inScript(generated)}${imports.join('\n')}\n`;
  return { ...common, contents };
}

function inModule(generated: GeneratedModule): string {
  return withAddon(generated, `new URL(${relativeAddon(generated)}, import.meta.url)`);
}

/**
 * Adapts the module for CommonJS, which has no `import.meta`. In a script without `__dirname` the expression throws, and the error is
 * caught.
 */
function inScript(generated: GeneratedModule): string {
  const code = withAddon(generated, `\`\${__dirname}/\${${relativeAddon(generated)}}\``);
  return withDirectory(code, "typeof __filename === 'string' ? __filename : undefined");
}

/** Returns an expression for the path, relative to the chunk, of the addon of the platform that the bundle runs on. */
function relativeAddon({ addons }: GeneratedModule): string {
  const emitted = addons.map((addon, index) => `'${addon.platform}': rowfuse$${index}`);
  return `{ ${emitted.join(', ')} }[${runningPlatform}] ?? \`native/\${${runningPlatform}}/rowfuse.node\``;
}

/** True if the output has `import.meta.url`, by esbuild's defaults for bundles. */
function isModule({ format, platform }: Options): boolean {
  return format === undefined ? platform === 'neutral' : format === 'esm';
}

/** Returns the reason why a bundle could not find the addon beside it; undefined if there is none. */
function placeless({ publicPath, outdir, outfile }: Options): string | undefined {
  if (publicPath !== undefined && publicPath !== '') {
    return 'rowfuse/esbuild: with `publicPath` esbuild gives the addon a URL of a web server. Leave it out, or leave the plugin out and call `configure({ addon })`.';
  }
  if (outdir === undefined && outfile === undefined) {
    return 'rowfuse/esbuild: set `outdir` or `outfile`: the addon lies beside the bundle.';
  }
  return undefined;
}
