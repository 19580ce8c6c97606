import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { acquireLock } from '../../codegen/5-build/build-lock.js';
import { createToken, withToken } from '../../codegen/5-build/build-token.js';
import { identityOf, type ProcessIdentity } from '../../codegen/5-build/processes/process-identity.js';
import { root } from '../root.js';
import { ensurePackageIsBuilt } from './built-package.js';
import { temporaryDirectory } from './temporary-directory.js';

let lock: string;
beforeEach(() => {
  lock = path.join(temporaryDirectory(), 'cache', 'build.lock');
});

const options = { patience: 300, onWait: () => {} };

/** A process that has ended. */
async function endedProcess(): Promise<ProcessIdentity> {
  const child = spawn(process.execPath, ['-e', '']);
  const identity = identityOf(child.pid ?? 0);
  await once(child, 'exit');
  return identity;
}

function leaveBehind(owner: unknown): void {
  mkdirSync(lock, { recursive: true });
  writeFileSync(path.join(lock, 'owner.json'), JSON.stringify(owner));
}

test('one process holds the lock at a time, and the next gets it on release', async () => {
  const first = await acquireLock(lock, options);
  const waits: number[] = [];
  const second = acquireLock(lock, { patience: 5000, onWait: (pid) => waits.push(pid) });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(waits).toEqual([process.pid]);
  first.release();
  (await second).release();
  expect(readdirSync(path.dirname(lock))).toEqual([]);
});

test('waiting too long ends with a clear error', async () => {
  const held = await acquireLock(lock, options);
  await expect(acquireLock(lock, options)).rejects.toMatchObject({
    code: 'RF2004',
    diagnostic: { why: expect.stringContaining(`Process ${process.pid} has held it for`) },
  });
  held.release();
});

test('a lock whose process is gone is taken over', async () => {
  leaveBehind({ host: hostname(), builder: await endedProcess() });
  (await acquireLock(lock, options)).release();
});

test.runIf(process.platform === 'linux')('a lock is not kept by a later process with the same number', async () => {
  const builder = { pid: process.pid, started: 'another boot/1' };
  leaveBehind({ host: hostname(), builder });
  (await acquireLock(lock, options)).release();
});

test('a lock of another machine counts while it is touched', async () => {
  leaveBehind({ host: 'elsewhere', builder: { pid: 1, started: '' } });
  await expect(acquireLock(lock, options)).rejects.toMatchObject({ code: 'RF2004' });
  const longAgo = new Date(Date.now() - 3600_000);
  utimesSync(lock, longAgo, longAgo);
  (await acquireLock(lock, options)).release();
});

test.runIf(process.platform === 'linux')('compilers that a killed build has left running are ended', async () => {
  const token = createToken();
  const script = 'trap "" TERM; sleep 600 & wait';
  const orphan = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', env: withToken(process.env, token) });
  const bystander = spawn('sleep', ['600'], { stdio: 'ignore', env: withToken(process.env, createToken()) });
  leaveBehind({ host: hostname(), builder: await endedProcess(), token });
  const ended = once(orphan, 'exit');
  const held = await acquireLock(lock, options);
  expect(held.wasLeftBehind).toBe(true);
  expect((await ended)[1]).toBe('SIGKILL');
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  bystander.kill();
  held.release();
});

describe('a forged lock', () => {
  /** Expects a process to survive a lock that names it. */
  async function survivesLock(forge: (victim: number) => object): Promise<void> {
    const victim = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const kill = vi.spyOn(process, 'kill');
    leaveBehind({ host: hostname(), builder: await endedProcess(), ...forge(victim.pid ?? 0) });
    const held = await acquireLock(lock, options);
    const signals = kill.mock.calls.filter(([, signal]) => signal !== 0);
    kill.mockRestore();
    held.release();
    expect(signals).toEqual([]);
    expect(victim.exitCode ?? victim.signalCode).toBeNull();
    victim.kill('SIGKILL');
  }

  test.each([
    ['the process that it names as a tool', (victim: number) => ({ tool: { pid: victim, started: '' } })],
    ['its start', (victim: number) => ({ tool: identityOf(victim) })],
    ['every process there is', () => ({ tool: { pid: 1, started: '' } })],
    ['an empty token', () => ({ token: '' })],
    ['a token that is a line of every environment', () => ({ token: `x\0PATH=${process.env.PATH}` })],
    ['a token of another type', (victim: number) => ({ token: [victim] })],
  ])('ends nothing, whether it names %s', async (_, forge) => survivesLock(forge));

  test.each([
    ['no process', { pid: -1, started: '' }],
    ['a fraction', { pid: 1.5, started: '' }],
    ['text', { pid: '1', started: '' }],
    ['nothing', null],
  ])('whose builder is %s is taken over when it is old', async (_, builder) => {
    leaveBehind({ host: hostname(), builder });
    await expect(acquireLock(lock, options)).rejects.toMatchObject({ code: 'RF2004' });
    const longAgo = new Date(Date.now() - 3600_000);
    utimesSync(lock, longAgo, longAgo);
    (await acquireLock(lock, options)).release();
  });
});

test('each of many concurrent waiters gets its turn', async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const held = await acquireLock(lock, { patience: 20_000, onWait: () => {} });
      inside += 1;
      most = Math.max(most, inside);
      expect(JSON.parse(readFileSync(path.join(lock, 'owner.json'), 'utf8')).token).toBe(held.token);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      held.release();
    }),
  );
  expect(most).toBe(1);
  expect(existsSync(lock)).toBe(false);
});

test('processes that take and release the lock repeatedly never lose it', async () => {
  await ensurePackageIsBuilt();
  const { href } = pathToFileURL(path.join(root, 'dist/codegen/5-build/build-lock.js'));
  const script = `
    import { acquireLock } from ${JSON.stringify(href)};
    for (const end = Date.now() + 1500; Date.now() < end; ) {
      const held = await acquireLock(${JSON.stringify(lock)}, { patience: 20_000, onWait() {} });
      held.release();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }`;
  const ended = [1, 2, 3].map(async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [status]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')]);
    return { status, said: said.join('') };
  });
  for (const end of await Promise.all(ended)) expect(end).toEqual({ status: 0, said: '' });
  expect(readdirSync(path.dirname(lock))).toEqual([]);
});
