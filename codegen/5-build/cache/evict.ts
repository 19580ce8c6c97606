import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CacheLocation } from './cache-location.js';
import { recordName } from './object-cache.js';

/** Entries that no build has used for so long are removed. */
const mostAge = 60 * 24 * 3600_000;
/** What the rest may take; the entries that were used last stay. */
const mostBytes = 2 * 2 ** 30;
const oncePer = 24 * 3600_000;

/** Removes from a cache what nobody has used for long, once a day at most. */
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
    // Another build removes as well, or the folder is gone.
  }
}

function isDue(mark: string, now: number): boolean {
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - last < oncePer) return false;
  writeFileSync(mark, '');
  utimesSync(mark, now / 1000, now / 1000);
  return true;
}

/** The entries, with those that a build left unfinished. */
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
