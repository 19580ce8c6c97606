import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.js';

/** A file or stream of Arrow IPC that pyarrow wrote: test/ipc/make-fixtures.py. */
export interface Fixture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const folder = path.join(root, 'test/ipc/fixtures');

/** Fixtures for which Arrow JS has no types or codecs. */
const unreadable = ['compressed-lz4', 'compressed-zstd', 'list-views', 'run-ends'];

export function fixture(name: string): Uint8Array {
  return Uint8Array.from(readFileSync(path.join(folder, name)));
}

/** Fixtures that can be read. */
export function readableFixtures(): Fixture[] {
  return fixtures().filter(({ name }) => !unreadable.includes(path.parse(name).name));
}

export function unreadableFixtures(): Fixture[] {
  return fixtures().filter(({ name }) => unreadable.includes(path.parse(name).name));
}

function fixtures(): Fixture[] {
  return readdirSync(folder).map((name) => ({ name, bytes: fixture(name) }));
}
