import { accessSync, constants, rmSync } from 'node:fs';
import path from 'node:path';
import { addonDirectory } from './build-record.js';
import { sha256 } from './hash.js';
import { isDirectory } from './write-output.js';

/**
 * Where object files and CMake's state of an output directory are kept between builds: in the project's
 * `node_modules/.cache`, which no tool commits or publishes, else beside the addon.
 */
export function buildDirectoryOf(root: string, out: string): string {
  const modules = path.join(root, 'node_modules');
  if (isDirectory(modules) && isWritable(modules)) {
    return path.join(modules, '.cache', 'rowfuse', sha256(path.resolve(out)).slice(0, 16));
  }
  return path.join(addonDirectory(out), '.build');
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
