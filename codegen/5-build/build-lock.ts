import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildInProgress, nowhere } from '../diagnostics/index.js';
import { BuildError } from './build-error.js';
import { groupIsRunning, identityOf, isRunning, type ProcessIdentity } from './process-identity.js';
import { killGroup } from './run-process.js';
import { writeAtomically } from './write-atomically.js';

interface Owner {
  readonly host: string;
  readonly builder: ProcessIdentity;
  /** The tool that the builder has started, with its own process group, if one runs. */
  readonly tool?: ProcessIdentity;
}

export interface BuildLock {
  /** Records the running tool, so that a later build can end it should this one be killed. */
  setTool(tool: ProcessIdentity | undefined): void;
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
  let told = false;
  while (!take(directory)) {
    const owner = readOwner(directory);
    if (owner === undefined) {
      if (age(directory) > foreignStaleAfter) discard(directory);
    } else if (isLeftBehind(directory, owner)) {
      if (owner.tool !== undefined && owner.host === hostname() && groupIsRunning(owner.tool)) {
        killGroup(owner.tool.pid);
      }
      discard(directory);
      continue;
    } else if (!told) {
      told = true;
      options.onWait(owner.builder.pid);
    }
    if (Date.now() - began > options.patience) {
      const seconds = Math.round((Date.now() - began) / 1000);
      const pid = owner?.builder.pid ?? 'unknown';
      throw new BuildError(buildInProgress(nowhere, { directory: path.dirname(directory), pid, seconds }));
    }
    await delay(100);
  }
  return held(directory);
}

function held(directory: string): BuildLock {
  const timer = setInterval(() => touch(directory), heartbeat);
  timer.unref();
  return {
    setTool(tool) {
      writeAtomically(path.join(directory, 'owner.json'), JSON.stringify(self(tool)));
    },
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

function self(tool?: ProcessIdentity): Owner {
  const owner = { host: hostname(), builder: identityOf(process.pid) };
  return tool === undefined ? owner : { ...owner, tool };
}

function take(directory: string): boolean {
  mkdirSync(path.dirname(directory), { recursive: true });
  const mine = mkdtempSync(`${directory}-`);
  try {
    writeFileSync(path.join(mine, 'owner.json'), JSON.stringify(self()));
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

/** Moves it away first: of several builds that find it left behind, one wins, and sees what it moved. */
function discard(directory: string): void {
  const aside = `${directory}-stale-${process.pid}-${Date.now()}`;
  try {
    renameSync(directory, aside);
    const owner = readOwner(aside);
    if (owner !== undefined && !isLeftBehind(aside, owner)) {
      // Another build was faster: this is its new lock.
      renameSync(aside, directory);
      return;
    }
  } catch {
    return;
  }
  rmSync(aside, { recursive: true, force: true });
}

function readOwner(directory: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path.join(directory, 'owner.json'), 'utf8'));
    return typeof owner?.host === 'string' && typeof owner.builder?.pid === 'number' ? owner : undefined;
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
