import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addonDirectory } from './build-record.js';
import { sha256 } from './hash.js';
import { isDirectory } from './output/write-output.js';

/**
 * Returns the folder that keeps the object files and CMake's state of an output directory between builds. It lies in the project's
 * `node_modules/.cache`, which no tool commits or publishes, or else beside the addon.
 */
export function buildDirectoryOf(root: string, out: string): string {
  const shared = projectCache(root);
  return shared === undefined
    ? path.join(addonDirectory(out), '.build')
    : path.join(shared, sha256(path.resolve(out)).slice(0, 16));
}

/** Returns the project's own folder for object files, which is used if the user's cache cannot be. */
export function cacheDirectoryOf(root: string, out: string): string {
  return path.join(projectCache(root) ?? addonDirectory(out), '.objects');
}

function projectCache(root: string): string | undefined {
  const modules = path.join(root, 'node_modules');
  return isDirectory(modules) && isWritable(modules) ? path.join(modules, '.cache', 'rowfuse') : undefined;
}

/**
 * Moves a build directory aside before it is removed. Compilers of a killed build may still write to it: they run in it, and name their
 * output relative to it.
 */
export function abandon(directory: string): void {
  if (!existsSync(directory)) return;
  const aside = `${directory}-abandoned-${process.pid}`;
  renameSync(directory, aside);
  try {
    wipe(aside);
  } catch {
    // A process writes there faster than this one removes. The folder is aside and does no harm.
  }
}

export function wipe(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
