import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** A word that changes when a file is replaced or written; undefined where there is none. */
export function fileState(file: string): string | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  return status && `${status.size} ${status.mtimeMs} ${status.ino}`;
}

/** The same of all files below some folders. */
export function folderStates(folders: readonly string[]): string {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file} ${fileState(file)}`)
    .sort()
    .join('\n');
}
