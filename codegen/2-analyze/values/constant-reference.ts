import { literal } from '../../ir/build.js';
import type { ConstantValue } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';

/** One of several constants, which an index selects at build time or when the row runs. */
export interface ConstantReference {
  /** The place of the constant among the candidates. Any other number stands for undefined. */
  readonly index: Expression;
  readonly candidates: readonly ConstantValue[];
  /** The index is always the place of a candidate. */
  readonly total: boolean;
  /** The captured name that the candidates come from. Undefined for constants that are written in the row function. */
  readonly capture: string | undefined;
}

/** The effect of a property of null or undefined: it fails the row, or (`?.`) makes the result or its whole chain undefined. */
export type Access = 'throw' | 'skip' | 'chain';

export function isReference(found: ConstantReference | 'reported' | undefined): found is ConstantReference {
  return typeof found === 'object';
}

/** Returns a reference to a constant that is known at build time. */
export function known(value: ConstantValue, capture: string | undefined): ConstantReference {
  return { index: literal(0), candidates: [value], total: true, capture };
}

/** Returns the one constant that a reference can be. Undefined if it is only known when the row runs. */
export function knownValue({ candidates, total }: ConstantReference): { readonly value: ConstantValue } | undefined {
  return total && candidates.length === 1 ? { value: candidates[0] } : undefined;
}
