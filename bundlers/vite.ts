import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type BuiltAddon,
  type GeneratedModule,
  moduleName,
  readGeneratedModule,
  runningPlatform,
  withAddon,
} from './generated-module.js';

/** The part of a plugin of Vite, Rollup or Rolldown that this plugin has, declared here so that none of them is a dependency. */
export interface RollupPlugin {
  /** The name that the bundler shows: `rowfuse`. */
  name: string;
  /** Runs the plugin in builds alone, not in Vite's development server. */
  apply: 'build';
  /** Returns true for modules that a cached build must transform again. */
  shouldTransformCachedModule(module: { id: string }): boolean;
  /** Replaces the location of the addon in generated modules. */
  transform: {
    order: 'pre';
    handler(this: RollupContext, code: string, id: string): { code: string; map: null } | null;
  };
  /** Writes the location of the addons into a chunk. */
  renderChunk(code: string, chunk: { fileName: string }): { code: string; map: null } | null;
  /** Emits the addons that the chunks refer to. */
  generateBundle: {
    order: 'post';
    handler(this: RollupContext, options: object, bundle: RollupBundle): void;
  };
}

/**
 * The part of Rollup's plugin context that this plugin uses.
 *
 * @internal
 */
export interface RollupContext {
  addWatchFile(file: string): void;
  emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): string;
  error(message: string): never;
  warn(message: string): void;
}

/**
 * The part of Rollup's `OutputBundle` that this plugin uses.
 *
 * @internal
 */
export type RollupBundle = Readonly<
  Record<string, { readonly type: 'asset' } | { readonly type: 'chunk'; readonly code: string }>
>;

/** The addons of one generated folder. */
interface Folder {
  /** Stands for the folder's URL in the code until its chunk is known. */
  readonly placeholder: string;
  /** The path in the output directory. */
  readonly directory: string;
  readonly addons: readonly (BuiltAddon & { readonly content: Uint8Array })[];
}

/**
 * Returns a plugin for Vite, Rollup and Rolldown that copies the addons of generated folders to `native/<hash>/<platform>-<arch>/` in the
 * output directory. The bundle finds them there as an ES module or as CommonJS, from any chunk.
 *
 * An addon that was built from other sources than its module fails the build. A generated folder without an addon gives a warning, and its
 * transforms run as JavaScript.
 *
 * @example
 * import { rowfuse } from 'rowfuse/vite';
 * import { defineConfig } from 'vite';
 *
 * export default defineConfig({ plugins: [rowfuse()], build: { ssr: 'src/server.ts' } });
 */
export function rowfuse(): RollupPlugin {
  const folders = new Map<string, Folder>();
  return {
    name: 'rowfuse',
    apply: 'build',
    // A cache of modules outlives the plugin. A new plugin would not know the folders of cached modules.
    shouldTransformCachedModule: ({ id }) => path.basename(fileOf(id)) === moduleName,
    transform: {
      order: 'pre',
      handler(code, id) {
        const file = fileOf(id);
        if (path.basename(file) !== moduleName) return null;
        const generated = readGeneratedModule(file, code);
        if (generated === undefined) return null;
        for (const watched of generated.watched) this.addWatchFile(watched);
        if (generated.error !== undefined) this.error(generated.error);
        if (generated.warning !== undefined) this.warn(generated.warning);
        if (generated.addons.length === 0) return null;
        const folder = readFolder(generated);
        folders.set(folder.directory, folder);
        const own = `\`./\${${runningPlatform}}/rowfuse.node\``;
        const base = `new URL(/* @vite-ignore */ '${folder.placeholder}', import.meta.url)`;
        return { code: withAddon(generated, `new URL(${own}, ${base})`), map: null };
      },
    },
    renderChunk(code, { fileName }) {
      const present = [...folders.values()].filter(({ placeholder }) => code.includes(placeholder));
      if (present.length === 0) return null;
      const up = '../'.repeat(fileName.split('/').length - 1);
      const replace = (text: string, { placeholder, directory }: Folder) =>
        // The text is padded to the length of the placeholder, so that source maps stay right. URLs ignore trailing spaces.
        text.replaceAll(placeholder, `${up}${directory}/`.padEnd(placeholder.length));
      return { code: present.reduce(replace, code), map: null };
    },
    // Runs after Vite's own plugins, which remove all assets in builds for servers. An asset that is emitted earlier would be removed too,
    // and Rolldown does not emit it twice.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
        for (const { directory, addons } of folders.values()) {
          if (!chunks.some((code) => code.includes(`${directory}/`))) continue;
          for (const { platform, content } of addons) {
            this.emitFile({ type: 'asset', fileName: `${directory}/${platform}/rowfuse.node`, source: content });
          }
        }
      },
    },
  };
}

export default rowfuse;

/** Returns the file of a module, whose id may have a query. */
function fileOf(id: string): string {
  return id.replace(/[?#].*$/, '');
}

/** Reads a folder's addons and names it by the hash of their contents. Several folders do not collide, and new addons get new names. */
function readFolder({ addons }: GeneratedModule): Folder {
  const hash = createHash('sha256');
  const read = addons.map((addon) => ({ ...addon, content: readFileSync(addon.file) }));
  for (const { platform, content } of read) hash.update(`${platform}\0`).update(content);
  const name = hash.digest('hex').slice(0, 16);
  // Long enough for the `../` of a chunk twenty folders deep.
  return { placeholder: `ROWFUSE_ADDONS_${name}_`.padEnd(90, '_'), directory: `native/${name}`, addons: read };
}
