import { allExpressions } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/**
 * Up to so many expressions a row loop is one function, with all that it calls. Beyond, calls are a small part of a row's
 * time, while a compiler's grows faster than the function: see bench/results/build-times-2026-11-21.txt. One of 183 took 51 s, and 4.5 s
 * with its calls left alone.
 */
const mostMerged = 80;

/** Whether a CPU row loop leaves the calls of this row function to the compiler. */
export function isLarge(fn: RowFunction): boolean {
  return allExpressions(fn.body).length > mostMerged;
}
