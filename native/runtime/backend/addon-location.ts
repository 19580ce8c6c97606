import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What generated code knows about where its addon lies. */
export interface AddonLocation {
  /**
   * URL of the generated `index.js`: `import.meta.url`. In a bundle it is that of the chunk, and undefined in CommonJS
   * output of esbuild, where `import.meta` is empty.
   */
  readonly directory: string | undefined;
  /** URL or path of the addon. Default: `native/<platform>-<arch>/rowfuse.node` beside {@link directory}. */
  readonly addon?: string | URL | undefined;
}

/** The platform that addons of this process are built for, as their folders are called. */
export const platform = `${process.platform}-${process.arch}`;

/** The text of a URL; every other value as it is. By its property: a URL may come from another realm. */
export function hrefOf(file: unknown): unknown {
  return typeof file === 'object' && file !== null && 'href' in file ? file.href : file;
}

/** The path that a `file:` URL or an absolute path names; undefined for everything else. */
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

/** The addon's file for this platform; undefined where a bundle does not tell where it lies. */
export function addonPath({ directory, addon }: AddonLocation): string | undefined {
  const named = filePath(addon);
  if (named !== undefined) return named;
  const index = filePath(directory);
  return index === undefined ? undefined : join(dirname(index), 'native', platform, 'rowfuse.node');
}

/** The generated folder that an addon lies in; undefined in a bundle. A build leaves its manifest there. */
export function generatedFolder(location: AddonLocation): string | undefined {
  const index = filePath(location.directory);
  const addon = addonPath(location);
  if (index === undefined || addon === undefined) return undefined;
  const folder = dirname(index);
  const isBeside = !relative(join(folder, 'native'), addon).startsWith('..');
  return isBeside && existsSync(join(folder, 'manifest.json')) ? folder : undefined;
}

/** Platforms whose addons lie beside that of this one. */
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
