import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wipe } from './build-directory.js';
import type { BuildEvent } from './build-event.js';
import type { BuildInputs } from './build-inputs.js';
import { acquireLock } from './build-lock.js';
import type { BuildStep } from './build-steps.js';
import type { BuildToken } from './build-token.js';
import type { CacheLocation } from './cache/cache-location.js';
import { ObjectCache, type Objects } from './cache/object-cache.js';
import { CMakeProject } from './cmake/cmake-project.js';
import type { NativeSetup } from './cmake/native-setup.js';
import { plainDirectory } from './cmake/plain-path.js';

/** The compiled code that the transforms of all projects share. */
export interface Engine {
  /** Object files that need Node. */
  readonly binding: Objects;
  /** Object files that do not need Node: calls, on the CPU and on GPUs. */
  readonly call: Objects;
  /** Object files of the library for other languages; empty if it is not built. */
  readonly library: Objects;
  /** The compile times of its files; empty if it came from the cache. */
  readonly steps: readonly BuildStep[];
}

export interface EngineOptions {
  readonly setup: NativeSetup;
  readonly inputs: BuildInputs;
  readonly cache: CacheLocation;
  readonly token: BuildToken;
  /** The longest wait for another build of the same engine, in milliseconds. */
  readonly patience: number;
  readonly onEvent: (event: BuildEvent) => void;
}

/** A part of the engine and its CMake target. */
interface Part {
  readonly key: string;
  readonly target: string;
  /** The kinds of its object files. CMake lists each kind in its own file. */
  readonly kinds: readonly string[];
}

/** Returns the engine from the cache, or compiles it now. It is compiled once per compiler and set of options, for all projects. */
export async function provideEngine(options: EngineOptions): Promise<Engine> {
  const { cache, inputs, patience, onEvent } = options;
  const parts = partsOf(options);
  const known = find(parts, cache);
  if (known.size === parts.length) return engineOf(known, []);
  const lock = await acquireLock(path.join(cache.directory, 'locks', `engine-${inputs.engine}`), {
    patience,
    onWait: (pid) => onEvent({ kind: 'waiting', pid, part: 'engine' }),
  });
  try {
    const found = find(parts, cache);
    const missing = parts.filter((part) => !found.has(part));
    return missing.length === 0 ? engineOf(found, []) : await compile(missing, found, options);
  } finally {
    lock.release();
  }
}

function partsOf({ setup, inputs }: EngineOptions): readonly Part[] {
  const engine = { key: inputs.engine, target: 'rowfuse_engine', kinds: ['binding', 'call'] };
  const library = { key: inputs.library, target: 'rowfuse_portable', kinds: ['library'] };
  return setup.library ? [engine, library] : [engine];
}

function find(parts: readonly Part[], cache: CacheLocation): ReadonlyMap<Part, Objects> {
  const objects = new ObjectCache(cache);
  return new Map(
    parts.flatMap((part) => {
      const found = objects.find(part.key);
      return found === undefined ? [] : [[part, found] as const];
    }),
  );
}

async function compile(
  missing: readonly Part[],
  found: ReadonlyMap<Part, Objects>,
  { setup, cache, token, onEvent }: EngineOptions,
): Promise<Engine> {
  const scratch = plainDirectory(path.join(cache.directory, 'scratch'), []);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const buildDirectory = mkdtempSync(path.join(scratch, 'engine-'));
  try {
    onEvent({ kind: 'engine' });
    const project = new CMakeProject({ setup, part: 'engine', buildDirectory, token, onEvent });
    const { steps } = await project.build(missing.length === 1 ? missing[0]?.target : undefined);
    const compiled = missing.map((part) => [part, readObjects(part, project)] as const);
    for (const [{ key }, objects] of compiled) new ObjectCache(cache).store(key, objects);
    return engineOf(new Map([...found, ...compiled]), steps);
  } finally {
    wipe(buildDirectory);
  }
}

function readObjects({ kinds }: Part, project: CMakeProject): Objects {
  return new Map(
    kinds.flatMap((kind) =>
      project
        .objectsIn(`${kind}-objects.txt`)
        .map((file, index) => [`${kind}-${index}.o`, readFileSync(file)] as const),
    ),
  );
}

function engineOf(parts: ReadonlyMap<Part, Objects>, steps: readonly BuildStep[]): Engine {
  const all = [...parts.values()].flatMap((objects) => [...objects]);
  const named = (kind: string): Objects => new Map(all.filter(([name]) => name.startsWith(`${kind}-`)));
  return { binding: named('binding'), call: named('call'), library: named('library'), steps };
}
