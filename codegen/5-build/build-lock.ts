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
  /** The token of the programs that the builder starts; undefined if the lock names none. */
  readonly token: BuildToken | undefined;
}

export interface BuildLock {
  /** The token that every program of this build must be started with, so that a later build can end them if this one is killed. */
  readonly token: BuildToken;
  /**
   * True if an earlier build was killed while it held the lock. Its programs were ended on platforms that allow it; on others they may
   * still run.
   */
  readonly wasLeftBehind: boolean;
  release(): void;
}

export interface LockOptions {
  /** The longest wait for another build, in milliseconds. */
  readonly patience: number;
  readonly onWait: (pid: number) => void;
}

/** A lock of another machine (a shared folder) counts as left behind if it was not touched for this long. In milliseconds. */
const foreignStaleAfter = 60_000;
const heartbeat = 5_000;

/**
 * Takes the lock that keeps builds of one output directory apart. The lock is a directory that already holds its owner's record when a
 * rename puts it in place. The rename fails if a lock exists, so no lock is ever without an owner.
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
      // Moved away first. A folder that is removed in place is empty for a moment: a rename of another build's lock may replace it then,
      // and that lock would be removed too.
      const aside = `${directory}-released-${process.pid}`;
      try {
        renameSync(directory, aside);
      } catch {
        return; // The folder that held the lock is gone.
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
 * Removes a lock that was left behind. It is moved away first, so that only one of several builds wins, and the winner checks the lock that
 * it moved.
 *
 * @returns true if this build removed it
 */
function discard(directory: string): boolean {
  const aside = `${directory}-stale-${process.pid}-${Date.now()}`;
  try {
    renameSync(directory, aside);
    const owner = readOwner(aside);
    if (owner !== undefined && !isLeftBehind(aside, owner)) {
      // Another build was faster, and this is its new lock.
      renameSync(aside, directory);
      return false;
    }
  } catch {
    return false;
  }
  rmSync(aside, { recursive: true, force: true });
  return true;
}

/** Reads the owner of a lock; undefined if the record is invalid. The record is not trusted: processes are ended by its token only. */
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
    // The folder that holds the lock is gone, so there is nothing left to protect.
  }
}
