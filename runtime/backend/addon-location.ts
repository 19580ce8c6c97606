import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The facts from which generated code finds its addon. */
export interface AddonLocation {
  /**
   * The URL of the generated `index.js`: `import.meta.url`. In a bundle it is that of the chunk. It is undefined in CommonJS output of
   * esbuild, where `import.meta` is empty.
   */
  readonly directory: string | undefined;
  /** The URL or path of the addon. Default: `native/<platform>-<arch>/rowfuse.node` beside {@link directory}. */
  readonly addon?: string | URL | undefined;
}

/** The platform of this process, as the folders of addons are named. */
export const platform = `${process.platform}-${process.arch}`;

/** Returns the text of a URL, and any other value unchanged. URLs are told by a property, because one may come from another realm. */
export function hrefOf(file: unknown): unknown {
  return typeof file === 'object' && file !== null && 'href' in file ? file.href : file;
}

/** Returns the path that a `file:` URL or an absolute path names; undefined for anything else. */
export function filePath(file: unknown): string | undefined {
  const text = hrefOf(file);
  if (typeof text !== 'string') return undefined;
  if (!text.startsWith('file:')) return isAbsolute(text) ? text : undefined;
  try {
    return fileURLToPath(text);
  } catch {
    return undefined;
  }
}

/** Returns the path of this platform's addon; undefined if a bundle does not tell where it lies. */
export function addonPath({ directory, addon }: AddonLocation): string | undefined {
  const named = filePath(addon);
  if (named !== undefined) return named;
  const index = filePath(directory);
  return index === undefined ? undefined : join(dirname(index), 'native', platform, 'rowfuse.node');
}

/** Returns the generated folder that an addon lies in; undefined in a bundle. Builds leave their manifest in generated folders. */
export function generatedFolder(location: AddonLocation): string | undefined {
  const index = filePath(location.directory);
  const addon = addonPath(location);
  if (index === undefined || addon === undefined) return undefined;
  const folder = dirname(index);
  const isBeside = !relative(join(folder, 'native'), addon).startsWith('..');
  return isBeside && existsSync(join(folder, 'manifest.json')) ? folder : undefined;
}

/** Lists the other platforms whose addons lie beside this one's. */
export function otherPlatforms(addon: string): readonly string[] {
  const own = dirname(addon);
  try {
    return readdirSync(dirname(own)).filter(
      (name) => name !== basename(own) && existsSync(join(dirname(own), name, basename(addon))),
    );
  } catch {
    return [];
  }
}
