import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

let counter = 0;

/**
 * Writes a file beside its place and renames it, so that readers see the old content or the new one, never a part.
 *
 * @param mode the permissions of the file; by default those that the process gives new files
 */
export function writeAtomically(file: string, content: string | Uint8Array, mode = 0o666): void {
  mkdirSync(path.dirname(file), { recursive: true });
  counter += 1;
  const temporary = `${file}.${process.pid}-${counter}.tmp`;
  try {
    writeFileSync(temporary, content, { mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
