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

/** The part of the plugins of Vite, Rollup and Rolldown that this one has. None of them is needed here. */
export interface RollupPlugin {
  name: string;
  apply: 'build';
  shouldTransformCachedModule(module: { id: string }): boolean;
  transform: {
    order: 'pre';
    handler(this: RollupContext, code: string, id: string): { code: string; map: null } | null;
  };
  renderChunk(code: string, chunk: { fileName: string }): { code: string; map: null } | null;
  generateBundle: {
    order: 'post';
    handler(this: RollupContext, options: object, bundle: RollupBundle): void;
  };
}

/** The part of Rollup's plugin context that this plugin uses. */
export interface RollupContext {
  addWatchFile(file: string): void;
  emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): string;
  error(message: string): never;
  warn(message: string): void;
}

/** The part of Rollup's `OutputBundle` that this plugin uses. */
export type RollupBundle = Readonly<
  Record<string, { readonly type: 'asset' } | { readonly type: 'chunk'; readonly code: string }>
>;

/** The addons of one generated folder. */
interface Folder {
  /** Stands in the code for the folder's URL, until it is known which chunk that becomes. */
  readonly placeholder: string;
  /** In the output directory. */
  readonly directory: string;
  readonly addons: readonly (BuiltAddon & { readonly content: Uint8Array })[];
}

/**
 * A plugin for Vite, Rollup and Rolldown that brings the addons of generated folders along. They come to lie in
 * `native/<hash>/<platform>-<arch>/` of the output directory, where the bundle finds them: as an ES module, as CommonJS, in
 * any chunk.
 *
 * @example
 * export default defineConfig({ plugins: [rowfuse()], build: { ssr: 'src/server.ts' } });
 */
export function rowfuse(): RollupPlugin {
  const folders = new Map<string, Folder>();
  return {
    name: 'rowfuse',
    apply: 'build',
    // A cache of modules outlives the plugin, which then would know nothing of their folders.
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
        // As long as the placeholder, so that source maps stay right: URLs ignore spaces at their end.
        text.replaceAll(placeholder, `${up}${directory}/`.padEnd(placeholder.length));
      return { code: present.reduce(replace, code), map: null };
    },
    // Behind Vite's own plugins: in builds for servers these remove all assets. An asset that is emitted earlier is
    // removed too, and Rolldown does not emit it twice.
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

/** The file of a module, whose id may have a query. */
function fileOf(id: string): string {
  return id.replace(/[?#].*$/, '');
}

/** Folders are told apart by what is in them: bundles of several have no collision, and new addons have new names. */
function readFolder({ addons }: GeneratedModule): Folder {
  const hash = createHash('sha256');
  const read = addons.map((addon) => ({ ...addon, content: readFileSync(addon.file) }));
  for (const { platform, content } of read) hash.update(`${platform}\0`).update(content);
  const name = hash.digest('hex').slice(0, 16);
  // Room for a chunk twenty folders deep.
  return { placeholder: `ROWFUSE_ADDONS_${name}_`.padEnd(90, '_'), directory: `native/${name}`, addons: read };
}
