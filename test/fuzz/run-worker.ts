import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ComparisonOptions } from './compare-programs.js';
import type { Comparison } from './find-difference.js';
import type { WorkerMessage } from './worker.js';

const worker = fileURLToPath(new URL('worker.js', import.meta.url));
/** The time limit of a program, on a machine that does other work. */
const patience = 300_000;

/** The results of a folder's programs by their place, found by several concurrent processes. */
export async function runWorkers(
  generated: string,
  count: number,
  options: ComparisonOptions,
  workers: number,
): Promise<readonly Comparison[]> {
  const each = Math.ceil(count / workers);
  const parts = Array.from({ length: workers }, (_, part) => ({
    first: Math.min(part * each, count),
    end: Math.min((part + 1) * each, count),
  }));
  return (await Promise.all(parts.map((part) => runPart(generated, part, options)))).flat();
}

interface Part {
  readonly first: number;
  readonly end: number;
}

/**
 * Returns the results of some programs. A program that ends its process, or does not end itself, counts as different; those after it
 * run in another process.
 */
async function runPart(generated: string, part: Part, options: ComparisonOptions): Promise<readonly Comparison[]> {
  const { first, end } = part;
  const comparisons: Comparison[] = [];
  while (first + comparisons.length < end) {
    const { begun, ended } = await runFrom(generated, part, comparisons, options);
    if (first + comparisons.length >= end) break;
    if (begun !== first + comparisons.length)
      throw new Error(`The worker ended before program ${first + comparisons.length}: ${ended}`);
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

/** Runs programs from the first without a comparison on. Returns the last that was begun, and how the process ended. */
function runFrom(
  generated: string,
  { first, end }: Part,
  comparisons: Comparison[],
  options: ComparisonOptions,
): Promise<{ readonly begun: number; readonly ended: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, [generated, String(first + comparisons.length), String(end), JSON.stringify(options)], {
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
