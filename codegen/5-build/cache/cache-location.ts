import { createHmac, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { writeAtomically } from '../output/write-atomically.js';
import { isOwn, makePrivate } from './private-folder.js';

/** The folder that keeps object files from build to build, and the secret that proves that they are ours. */
export interface CacheLocation {
  /** Absolute. Only this user can enter it. */
  readonly directory: string;
  /** Signs stored objects. It normally lies outside the directory, so that write access to the cache alone is not enough to sign. */
  readonly secret: Uint8Array;
}

/**
 * Finds the cache of this user, which all projects share: `ROWFUSE_CACHE`, else the system's folder for caches. With `ROWFUSE_CACHE=off`,
 * or if no such folder can be made private, the project's own folder is used.
 *
 * @param own the project's folder for the cache, absolute
 */
export function locateCache(environment: NodeJS.ProcessEnv, own: string): CacheLocation {
  const asked = environment.ROWFUSE_CACHE;
  const wanted = asked === 'off' ? undefined : asked ? path.resolve(asked) : userCache(environment);
  const directory = wanted !== undefined && makePrivate(wanted) ? wanted : own;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return { directory, secret: findSecret(environment, directory) };
}

function userCache(environment: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) return path.join(XDG_CACHE_HOME, 'rowfuse');
  if (process.platform === 'win32') return LOCALAPPDATA ? path.join(LOCALAPPDATA, 'rowfuse', 'cache') : undefined;
  const home = homeOf(environment);
  return home && path.join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'rowfuse');
}

function userSettings(environment: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CONFIG_HOME, APPDATA } = environment;
  if (XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME)) return path.join(XDG_CONFIG_HOME, 'rowfuse');
  if (process.platform === 'win32') return APPDATA ? path.join(APPDATA, 'rowfuse') : undefined;
  const home = homeOf(environment);
  return home && path.join(home, process.platform === 'darwin' ? 'Library/Application Support' : '.config', 'rowfuse');
}

function homeOf({ HOME }: NodeJS.ProcessEnv): string | undefined {
  const home = HOME || homedir();
  return path.isAbsolute(home) ? home : undefined;
}

/**
 * Returns the secret of this user: `ROWFUSE_CACHE_KEY`, for machines that restore a cache (a secret of the continuous integration), else
 * random bytes in a file that only the user can read.
 */
function findSecret(environment: NodeJS.ProcessEnv, directory: string): Uint8Array {
  const { ROWFUSE_CACHE_KEY } = environment;
  if (ROWFUSE_CACHE_KEY) return createHmac('sha256', 'rowfuse cache').update(ROWFUSE_CACHE_KEY).digest();
  const settings = userSettings(environment);
  for (const folder of settings === undefined ? [directory] : [settings, directory]) {
    const secret = secretIn(path.join(folder, 'cache-key'));
    if (secret !== undefined) return secret;
  }
  return randomBytes(32); // A secret of this process alone: later builds find nothing in the cache.
}

/** Reads a secret. Makes a new one if there is none that is private to the user. Undefined if none can be kept. */
function secretIn(file: string): Uint8Array | undefined {
  try {
    const known = readSecret(file);
    if (known !== undefined) return known;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, randomBytes(32), 0o600);
    // Another build may have made one at the same time. The file that is there now is used by both.
    return readSecret(file);
  } catch {
    return undefined;
  }
}

function readSecret(file: string): Uint8Array | undefined {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile() || !isOwn(status.uid)) return undefined;
  if ((status.mode & 0o077) !== 0 && process.platform !== 'win32') return undefined;
  const secret = readFileSync(file);
  return secret.length === 32 ? secret : undefined;
}
