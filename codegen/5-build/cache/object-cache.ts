import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sha256 } from '../hash.js';
import type { CacheLocation } from './cache-location.js';

/** The object files of one compilation, by names that the kind of compilation gives them. */
export type Objects = ReadonlyMap<string, Uint8Array>;

/** The names of an entry's files and a signature of their contents. */
interface EntryRecord {
  readonly names: readonly string[];
  readonly signature: string;
}

export const recordName = 'entry.json';

/**
 * Object files by the hash of everything that they were made from. An entry is written beside its place and then renamed, so that it is
 * whole or absent. Files are read into memory, checked against the signed hashes, and used from that memory only. An entry that was
 * changed, torn or forged is removed and counts as absent.
 */
export class ObjectCache {
  readonly #entries: string;
  readonly #secret: Uint8Array;

  constructor({ directory, secret }: CacheLocation) {
    this.#entries = path.join(directory, 'objects');
    this.#secret = secret;
  }

  /** Returns the objects that are stored under a key; undefined if there are none that can be trusted. */
  find(key: string): Objects | undefined {
    const entry = this.#place(key);
    try {
      const { names, signature }: EntryRecord = JSON.parse(readWhole(path.join(entry, recordName)).toString());
      const objects = new Map(names.map((name) => [name, readWhole(path.join(entry, checkedName(name)))]));
      if (!isEqual(this.#sign(key, objects), signature)) throw new Error('This entry is not what was stored.');
      const now = new Date();
      utimesSync(path.join(entry, recordName), now, now); // Records the last use.
      return objects;
    } catch {
      discard(entry);
      return undefined;
    }
  }

  /** Stores objects under a key. If that fails (a full disk), the next build compiles them again. */
  store(key: string, objects: Objects): void {
    const entry = this.#place(key);
    try {
      mkdirSync(path.dirname(entry), { recursive: true, mode: 0o700 });
      const beside = mkdtempSync(`${entry}-`);
      try {
        for (const [name, bytes] of objects) writeFileSync(path.join(beside, checkedName(name)), bytes);
        const record: EntryRecord = { names: [...objects.keys()], signature: this.#sign(key, objects) };
        writeFileSync(path.join(beside, recordName), JSON.stringify(record));
        rmSync(entry, { recursive: true, force: true });
        renameSync(beside, entry);
      } finally {
        rmSync(beside, { recursive: true, force: true });
      }
    } catch {
      // The cache is optional.
    }
  }

  #place(key: string): string {
    return path.join(this.#entries, key.slice(0, 2), key);
  }

  #sign(key: string, objects: Objects): string {
    const hashes = [...objects].map(([name, bytes]) => [name, sha256(bytes)]);
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([key, hashes]))
      .digest('hex');
  }
}

function discard(entry: string): void {
  try {
    rmSync(entry, { recursive: true, force: true });
  } catch {
    // The entry counts as absent anyway.
  }
}

function isEqual(signature: string, given: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads a regular file. Links and devices are rejected, because the cache never stores them. */
function readWhole(file: string): Buffer {
  if (!lstatSync(file).isFile()) throw new Error(`${file} is no file.`);
  return readFileSync(file);
}

function checkedName(name: string): string {
  if (!/^[\w-]+\.o$/.test(name)) throw new Error(`${name} is no name of an object file.`);
  return name;
}
