import type { Kind } from './random-constants.js';

/** Generators of random expressions, for code that nests them. */
export interface RandomValues {
  value(kind: Kind, depth: number): string;
  /** An array of strings. */
  strings(depth: number): string;
  /** An array of numbers. */
  numbers(depth: number): string;
}
