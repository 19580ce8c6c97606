import { literal } from '../../ir/build.js';
import type { ConstantValue } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';

/** One of several constants; which, may only be known when the row runs. */
export interface ConstantReference {
  /** Of the constant among the candidates. Any number that is none of theirs stands for undefined. */
  readonly index: Expression;
  readonly candidates: readonly ConstantValue[];
  /** The index is always one of the candidates'. */
  readonly total: boolean;
  /** The captured name that they come from; undefined for constants that are written in the row function. */
  readonly capture: string | undefined;
}

/** What is made of a property of nothing: the row fails, or (`?.`) the result is undefined, alone or with its whole chain. */
export type Access = 'throw' | 'skip' | 'chain';

export function isReference(found: ConstantReference | 'reported' | undefined): found is ConstantReference {
  return typeof found === 'object';
}

/** A constant that is known at build time. */
export function known(value: ConstantValue, capture: string | undefined): ConstantReference {
  return { index: literal(0), candidates: [value], total: true, capture };
}

/** The constant that a reference always is; undefined where that is only known when the row runs. */
export function knownValue({ candidates, total }: ConstantReference): { readonly value: ConstantValue } | undefined {
  return total && candidates.length === 1 ? { value: candidates[0] } : undefined;
}
