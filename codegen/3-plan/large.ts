import { allExpressions } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/**
 * A row loop of at most this many expressions is one function with all that it calls. In larger ones, calls are a small part of a row's
 * time, while the compiler's time grows faster than the function: see bench/results/build-times-2026-11-21.txt. A function of 183
 * expressions took 51 s, and 4.5 s with its calls left alone.
 */
const mostMerged = 80;

/** True if a CPU row loop leaves it to the compiler which calls of this row function to inline. */
export function isLarge(fn: RowFunction): boolean {
  return allExpressions(fn.body).length > mostMerged;
}
