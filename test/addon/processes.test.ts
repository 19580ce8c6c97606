import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensurePackageIsBuilt, runNode } from '../cli/built-package.js';
import { root } from '../root.js';
import { nativeBackends } from './calls.js';

const directory = fileURLToPath(new URL('processes', import.meta.url));

/** Runs a program of `processes/` in its own process. If that crashes, the test fails with the last lines it printed. */
async function run(program: string, ...args: readonly string[]) {
  return runNode(['--expose-gc', path.join(directory, `${program}.mjs`), ...args], root);
}

const succeeded = (stdout: unknown) => ({ status: 0, stderr: '', stdout });

describe.each(nativeBackends)('%s', (backend) => {
  // The programs import the package as it is shipped. A machine without the compiler received dist/ with the tests.
  beforeAll(async () => {
    if (existsSync(path.join(root, 'node_modules/typescript'))) await ensurePackageIsBuilt();
  });

  it('runs several worker threads at once', async () => {
    expect(await run('environments', backend)).toEqual(succeeded('workers ended with 0, 0, 0, 0\n'));
  });

  it('survives worker threads that are terminated during calls', async () => {
    expect(await run('terminated-workers', backend, '36')).toEqual(succeeded('terminated 36\n'));
  });

  it('survives worker threads that are terminated where the addon reads or sets a property', async () => {
    // CI has time for these kinds only; scripts/sanitize.mjs runs the others.
    const result = await run('terminated-within', backend, 'lineThatFails', 'aLargeResult');
    expect(result).toEqual(succeeded(expect.stringMatching(/^terminated at ([89]|\d{2}) places\n$/)));
  });

  it('survives inputs that are transferred and collected during calls', async () => {
    const result = await run('transferred', backend);
    expect(result).toEqual(succeeded(expect.stringMatching(/^\{"InputChanged":\d+,"done":\d+\}\n$/)));
    expect(JSON.parse(result.stdout).InputChanged).toBeGreaterThan(0);
  });

  it('ends with calls in flight', async () => {
    expect(await run('exit', backend, 'end')).toEqual(succeeded('waited\n'));
    // Exit handlers of CUDA raced with threads in CUDA: one process in twenty crashed.
    const times = backend === 'cuda' ? 30 : 1;
    for (let time = 0; time < times; time += 1) {
      expect(await run('exit', backend, 'exit')).toEqual({ status: 3, stdout: '', stderr: '' });
      const thrown = await run('exit', backend, 'throw');
      expect(thrown.status).toBe(1);
      expect(thrown.stderr).toContain('Error: thrown in the midst');
    }
  });

  it('collects device tables that nobody disposes of, and ends with tables alive', async () => {
    expect(await run('device-tables', backend, '60')).toEqual(succeeded('{"tableBytes":0,"callBytes":0}\n'));
  });

  it('leaves no memory behind after 200 calls of 100,000 rows', async () => {
    const result = await run('memory', backend, '200');
    expect(result).toEqual(succeeded(expect.any(String)));
    // One call has 2.6 MB of input and 0.9 MB of result, so 200 inputs are 520 MB and 200 results are 180 MB.
    const { rss, arrayBuffers } = JSON.parse(result.stdout);
    expect(arrayBuffers).toBeLessThan(4e6);
    expect(rss).toBeLessThan(24e6);
  });

  it('leaves no memory behind after 20 calls with results of 18 MB', async () => {
    // Each result is in mapped memory whose pages are requested ahead. One call in five fails while they are requested.
    const result = await run('memory', backend, '20', '2000000', '10');
    expect(result).toEqual(succeeded(expect.any(String)));
    const { rss, arrayBuffers } = JSON.parse(result.stdout);
    expect(arrayBuffers).toBeLessThan(4e6);
    expect(rss).toBeLessThan(90e6);
  });

  // A GPU context reserves terabytes of address space.
  const canBeRefused = backend === 'cpu' && existsSync('/usr/bin/prlimit');
  it.runIf(canBeRefused)('reports memory that the system refuses within a line', async () => {
    const result = await run('refused-memory', backend);
    expect(result).toEqual(succeeded(expect.any(String)));
    const { told, numRows } = JSON.parse(result.stdout);
    expect(told).toMatch(
      /^MemoryError: stations: there is no memory for what the call needs, beside \d+ bytes .*: Out of memory\. Pass fewer rows per call/,
    );
    expect(numRows).toBe(1);
  });
});
