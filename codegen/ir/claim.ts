import type { Expression } from './expression.js';

/**
 * A statement of the planner about every value of an expression, on which generated code relies without a test. The property tests check
 * claims on random row functions (test/plan), and checked builds check them in generated code (CONTRIBUTING.md).
 *
 * - `integer`: an integer within the bounds, and not -0
 * - `exact integer`: the same, of a sum, difference, product, quotient or remainder that is not rounded and does not wrap
 * - `wrapped`: modulo 2^32 the integer that JavaScript computes in doubles
 * - `bigint`: a bigint within the bounds
 * - `exact bigint`: the same, of an operation that does not leave the C++ type in which it is computed
 */
export type Claim =
  | { readonly kind: 'integer' | 'exact integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'wrapped' }
  | { readonly kind: 'bigint' | 'exact bigint'; readonly min: bigint; readonly max: bigint };

/** Returns the claim about the values of an expression. Undefined if there is none. */
export type Claims = (e: Expression) => Claim | undefined;
