import { createHash } from 'node:crypto';
import { type EmittedFile, isNativeSource } from '../emitted-file.js';

/** Returns the hash of the native sources of an output directory. An addon that was built from others is stale. */
export function buildHashOf(files: readonly EmittedFile[]): string {
  const hash = createHash('sha256');
  const native = files.filter(({ path }) => isNativeSource(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, text } of native) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex').slice(0, 32);
}
