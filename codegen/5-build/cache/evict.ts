import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CacheLocation } from './cache-location.js';
import { recordName } from './object-cache.js';

/** Entries that no build has used for this long are removed. In milliseconds. */
const mostAge = 60 * 24 * 3600_000;
/** The most bytes that the remaining entries may take; the most recently used ones stay. */
const mostBytes = 2 * 2 ** 30;
const oncePer = 24 * 3600_000;

/** Removes old and excess entries from a cache, at most once a day. */
export function evict({ directory }: CacheLocation, now = Date.now(), limits = { mostAge, mostBytes }): void {
  try {
    if (!isDue(path.join(directory, 'evicted'), now)) return;
    const entries = entriesOf(path.join(directory, 'objects')).sort((a, b) => b.used - a.used);
    let bytes = 0;
    for (const entry of entries) {
      bytes += entry.bytes;
      if (now - entry.used > limits.mostAge || bytes > limits.mostBytes)
        rmSync(entry.directory, { recursive: true, force: true });
    }
  } catch {
    // Another build removes entries at the same time, or the folder is gone.
  }
}

function isDue(mark: string, now: number): boolean {
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - last < oncePer) return false;
  writeFileSync(mark, '');
  utimesSync(mark, now / 1000, now / 1000);
  return true;
}

/** Lists the entries, including those that a build left unfinished. */
function entriesOf(objects: string) {
  return foldersIn(objects)
    .flatMap(foldersIn)
    .map((directory) => {
      const sizes = readdirSync(directory).map((name) => statSync(path.join(directory, name)).size);
      const record = statSync(path.join(directory, recordName), { throwIfNoEntry: false });
      return {
        directory,
        used: (record ?? statSync(directory)).mtimeMs,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      };
    });
}

function foldersIn(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(directory, name));
}
