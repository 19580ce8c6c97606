/** A separate process for the programs of one addon: it may crash, and its memory returns when it ends. */
import { type ComparisonOptions, comparePrograms } from './compare-programs.js';
import type { Comparison } from './find-difference.js';

/** A message of a worker: it begins a program, or reports the result. */
export interface WorkerMessage {
  readonly index: number;
  readonly comparison?: Comparison;
}

const [generated = '', first = '0', end = '0', options = '{}'] = process.argv.slice(2);
const part = { first: Number(first), end: Number(end) };
for await (const message of comparePrograms(generated, part, JSON.parse(options) as ComparisonOptions)) {
  await new Promise<void>((resolve) => {
    process.send?.(message satisfies WorkerMessage, undefined, undefined, () => resolve());
  });
}
process.disconnect();
