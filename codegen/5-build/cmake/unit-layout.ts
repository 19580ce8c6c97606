import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile } from '../../4-emit/emitted-file.js';
import { writeAtomically } from '../output/write-atomically.js';
import { cmakePath } from './native-setup.js';
import { linkSources } from './source-links.js';

/** Lists that are passed to CMake, by the names of its variables without `ROWFUSE_`. */
export type Units = Readonly<Record<string, readonly string[]>>;

/** The file in the build directory that holds everything that changes from build to build. CMake reads it again when it changes. */
export const unitsName = 'rowfuse-units.cmake';

/**
 * The files that we put into a build directory beside CMake's own: the units, object files that were compiled earlier, and links to
 * sources. They are kept in memory, so that they can be written again after the directory was emptied.
 */
export class UnitLayout {
  readonly #buildDirectory: string;
  readonly #root: string;
  readonly #ready = new Map<string, Uint8Array>();
  #units = unitsText({});
  #sources: readonly EmittedFile[] = [];

  /** @param root the project's root; paths of sources are relative to it */
  constructor(buildDirectory: string, root: string) {
    this.#buildDirectory = buildDirectory;
    this.#root = root;
  }

  /** Adds an object file to link. The linker never gets a file of the cache, but a copy of the bytes that were read and checked. */
  add(name: string, content: Uint8Array): string {
    const file = path.join(this.#buildDirectory, 'ready', name);
    this.#ready.set(file, content);
    return cmakePath(file);
  }

  setUnits(units: Units, sources: readonly EmittedFile[]): void {
    this.#units = unitsText(units);
    this.#sources = sources;
  }

  /** Writes the files that differ. Others keep their times, so that nothing is linked again for them. */
  write(): void {
    mkdirSync(path.join(this.#buildDirectory, 'ready'), { recursive: true });
    for (const [file, bytes] of [...this.#ready, [path.join(this.#buildDirectory, unitsName), this.#units] as const]) {
      const content = Buffer.from(bytes);
      const isThere = statSync(file, { throwIfNoEntry: false })?.size === content.length;
      if (!isThere || !readFileSync(file).equals(content)) writeAtomically(file, content);
    }
    linkSources(this.#buildDirectory, this.#root, this.#sources);
  }
}

function unitsText(units: Units): string {
  const lines = Object.entries(units).map(([name, items]) => `set(ROWFUSE_${name} ${items.map(quoted).join(' ')})\n`);
  return `# Written by rowfuse: see cmake/addon.cmake.\n${lines.join('')}`;
}

/** Quotes an argument, cmake-language(7). A semicolon would still end an element of a list, but no path with one gets here. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"$]/g, '\\$&')}"`;
}
