import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildInProgress, nowhere } from '../diagnostics/index.js';
import { BuildError } from './build-error.js';
import { type BuildToken, createToken, killProcessesOf, tokenIn } from './build-token.js';
import { identityOf, isRunning, type ProcessIdentity } from './processes/process-identity.js';

interface Owner {
  readonly host: string;
  readonly builder: ProcessIdentity;
  /** What the programs that the builder starts carry; undefined where a lock names none. */
  readonly token: BuildToken | undefined;
}

export interface BuildLock {
  /** Programs of this build are to be started with it, so that a later build can end them should this one be killed. */
  readonly token: BuildToken;
  /**
   * Whether an earlier build was killed while it held the lock. Its programs were ended where that is possible, and may run on where it
   * is not.
   */
  readonly wasLeftBehind: boolean;
  release(): void;
}

export interface LockOptions {
  /** How long another build may hold it, in milliseconds. */
  readonly patience: number;
  readonly onWait: (pid: number) => void;
}

/** A lock of another machine (a shared folder) counts as left behind when it was not touched for this long. */
const foreignStaleAfter = 60_000;
const heartbeat = 5_000;

/**
 * Keeps builds of one output directory apart. The lock is a directory that comes into being with its owner written in
 * it, by a rename, which fails where one exists already; there is no moment at which it has no owner.
 *
 * @throws BuildError RF2004 when another build holds it for longer than `patience`
 */
export async function acquireLock(directory: string, options: LockOptions): Promise<BuildLock> {
  const began = Date.now();
  const token = createToken();
  let told = false;
  let wasLeftBehind = false;
  while (!take(directory, token)) {
    const owner = readOwner(directory);
    if (owner === undefined) {
      if (age(directory) > foreignStaleAfter) wasLeftBehind = discard(directory) || wasLeftBehind;
    } else if (isLeftBehind(directory, owner)) {
      if (owner.token !== undefined && owner.host === hostname()) killProcessesOf(owner.token);
      wasLeftBehind = discard(directory) || wasLeftBehind;
      continue;
    } else if (!told) {
      told = true;
      options.onWait(owner.builder.pid);
    }
    if (Date.now() - began > options.patience) {
      const seconds = Math.round((Date.now() - began) / 1000);
      const pid = owner?.builder.pid ?? 'unknown';
      throw new BuildError(buildInProgress(nowhere, { lock: directory, pid, seconds }));
    }
    await delay(100);
  }
  return held(directory, token, wasLeftBehind);
}

function held(directory: string, token: BuildToken, wasLeftBehind: boolean): BuildLock {
  const timer = setInterval(() => touch(directory), heartbeat);
  timer.unref();
  return {
    token,
    wasLeftBehind,
    release() {
      clearInterval(timer);
      // Moved away first: what is removed in place is an empty folder for a moment, which another build's lock may replace, and
      // would be removed with.
      const aside = `${directory}-released-${process.pid}`;
      try {
        renameSync(directory, aside);
      } catch {
        return; // gone with the folder that holds it
      }
      rmSync(aside, { recursive: true, force: true });
    },
  };
}

function take(directory: string, token: BuildToken): boolean {
  mkdirSync(path.dirname(directory), { recursive: true });
  const mine = mkdtempSync(`${directory}-`);
  try {
    const owner: Owner = { host: hostname(), builder: identityOf(process.pid), token };
    writeFileSync(path.join(mine, 'owner.json'), JSON.stringify(owner));
    renameSync(mine, directory);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(error.code))) {
      return false;
    }
    throw error;
  }
}

function isLeftBehind(directory: string, owner: Owner): boolean {
  if (owner.host !== hostname()) return age(directory) > foreignStaleAfter;
  return !isRunning(owner.builder);
}

/**
 * Moves it away first: of several builds that find it left behind, one wins, and sees what it moved.
 *
 * @returns whether this build is the one that removed it
 */
function discard(directory: string): boolean {
  const aside = `${directory}-stale-${process.pid}-${Date.now()}`;
  try {
    renameSync(directory, aside);
    const owner = readOwner(aside);
    if (owner !== undefined && !isLeftBehind(aside, owner)) {
      // Another build was faster: this is its new lock.
      renameSync(aside, directory);
      return false;
    }
  } catch {
    return false;
  }
  rmSync(aside, { recursive: true, force: true });
  return true;
}

/** Who holds a lock; undefined where what it says cannot be. It is read as a stranger's word: only a token is ever acted upon. */
function readOwner(directory: string): Owner | undefined {
  try {
    const { host, builder, token } = JSON.parse(readFileSync(path.join(directory, 'owner.json'), 'utf8'));
    const { pid, started } = builder;
    const isProcess = Number.isSafeInteger(pid) && pid > 0 && typeof started === 'string';
    return typeof host === 'string' && isProcess
      ? { host, builder: { pid, started }, token: tokenIn(token) }
      : undefined;
  } catch {
    return undefined;
  }
}

function age(directory: string): number {
  const stat = statSync(directory, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

function touch(directory: string): void {
  try {
    utimesSync(directory, new Date(), new Date());
  } catch {
    // Gone with the folder that holds it: nothing left to protect.
  }
}
