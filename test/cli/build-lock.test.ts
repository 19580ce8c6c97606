import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { acquireLock } from '../../codegen/5-build/build-lock.js';
import { identityOf } from '../../codegen/5-build/process-identity.js';
import { root } from '../root.js';
import { ensurePackageIsBuilt } from './built-package.js';
import { temporaryDirectory } from './temporary-directory.js';

let lock: string;
beforeEach(() => {
  lock = path.join(temporaryDirectory(), 'cache', 'build.lock');
});

const options = { patience: 300, onWait: () => {} };

function leaveBehind(owner: unknown): void {
  mkdirSync(lock, { recursive: true });
  writeFileSync(path.join(lock, 'owner.json'), JSON.stringify(owner));
}

test('one at a time; the next gets it when it is released', async () => {
  const first = await acquireLock(lock, options);
  const waits: number[] = [];
  const second = acquireLock(lock, { patience: 5000, onWait: (pid) => waits.push(pid) });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(waits).toEqual([process.pid]);
  first.release();
  (await second).release();
  expect(readdirSync(path.dirname(lock))).toEqual([]);
});

test('patience ends with a clear error', async () => {
  const held = await acquireLock(lock, options);
  await expect(acquireLock(lock, options)).rejects.toMatchObject({
    code: 'RF2004',
    diagnostic: { why: expect.stringContaining(`Process ${process.pid} has held its lock`) },
  });
  held.release();
});

test('a lock whose process is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const builder = identityOf(child.pid ?? 0);
  await once(child, 'exit');
  leaveBehind({ host: hostname(), builder });
  (await acquireLock(lock, options)).release();
});

test.runIf(process.platform === 'linux')('a later process of the same number does not keep it', async () => {
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

test.runIf(process.platform !== 'win32')('compilers that a killed build has left running are ended', async () => {
  const orphan = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const gone = spawn(process.execPath, ['-e', '']);
  const builder = identityOf(gone.pid ?? 0);
  await once(gone, 'exit');
  leaveBehind({ host: hostname(), builder, tool: identityOf(orphan.pid ?? 0) });
  const ended = once(orphan, 'exit');
  const held = await acquireLock(lock, options);
  expect((await ended)[1]).toBe('SIGKILL');
  held.release();
});

test('of many at once each gets its turn', async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const held = await acquireLock(lock, { patience: 20_000, onWait: () => {} });
      inside += 1;
      most = Math.max(most, inside);
      held.setTool(identityOf(process.pid));
      expect(JSON.parse(readFileSync(path.join(lock, 'owner.json'), 'utf8')).tool.pid).toBe(process.pid);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      held.release();
    }),
  );
  expect(most).toBe(1);
  expect(existsSync(lock)).toBe(false);
});

test('processes that take and release it again and again never lose it', async () => {
  await ensurePackageIsBuilt();
  const { href } = pathToFileURL(path.join(root, 'dist/codegen/5-build/build-lock.js'));
  const script = `
    import { acquireLock } from ${JSON.stringify(href)};
    for (const end = Date.now() + 1500; Date.now() < end; ) {
      const held = await acquireLock(${JSON.stringify(lock)}, { patience: 20_000, onWait() {} });
      held.setTool(undefined);
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
