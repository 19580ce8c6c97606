import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ComparisonOptions } from './compare-programs.js';
import type { Comparison } from './find-difference.js';
import type { WorkerMessage } from './worker.js';

const worker = fileURLToPath(new URL('worker.js', import.meta.url));
/** So long a program may take, on a machine that has other things to do. */
const patience = 300_000;

/**
 * What came of each program of a folder, by its place. A program that ends its process, or does not end itself, differs, too;
 * those after it run in another process.
 */
export async function runWorker(
  generated: string,
  count: number,
  options: ComparisonOptions,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  while (comparisons.length < count) {
    const { begun, ended } = await runFrom(generated, comparisons, options);
    if (comparisons.length >= count) break;
    if (begun !== comparisons.length)
      throw new Error(`The worker ended before program ${comparisons.length}: ${ended}`);
    const difference = {
      backend: options.backends[0] ?? 'cpu',
      row: 'unknown: the process ended',
      expected: 'a result',
      actual: ended,
    };
    comparisons.push({ rows: 0, difference });
  }
  return comparisons;
}

/** Runs programs from the first without a comparison on; returns the last that was begun, and how the process ended. */
function runFrom(
  generated: string,
  comparisons: Comparison[],
  options: ComparisonOptions,
): Promise<{ readonly begun: number; readonly ended: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, [generated, String(comparisons.length), JSON.stringify(options)], {
      serialization: 'advanced',
    });
    let begun = -1;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, patience);
    child.on('message', ({ index, comparison }: WorkerMessage) => {
      timer.refresh();
      begun = index;
      if (comparison) comparisons.push(comparison);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ begun, ended: late ? `no end within ${patience / 1000} s` : `exit ${code ?? signal}` });
    });
  });
}
