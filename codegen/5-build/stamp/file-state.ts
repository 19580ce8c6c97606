import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Returns a text that changes when a file is replaced or written; undefined if there is no file. */
export function fileState(file: string): string | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  return status && `${status.size} ${status.mtimeMs} ${status.ino}`;
}

/** Returns the states of all files below some folders as one text. */
export function folderStates(folders: readonly string[]): string {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file} ${fileState(file)}`)
    .sort()
    .join('\n');
}
