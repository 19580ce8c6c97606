import type { Kind } from './random-constants.js';

/** What makes random expressions, for those that nest them. */
export interface RandomValues {
  value(kind: Kind, depth: number): string;
  /** An array of strings. */
  strings(depth: number): string;
  /** An array of numbers. */
  numbers(depth: number): string;
}
