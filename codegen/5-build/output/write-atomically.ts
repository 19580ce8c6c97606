import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

let counter = 0;

/**
 * Writes beside the file and renames, so that whoever looks sees the old content or the new, never half of it.
 *
 * @param mode who may read and write the file; by default what the process gives new files
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
