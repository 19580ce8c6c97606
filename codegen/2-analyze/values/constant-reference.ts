import { literal } from '../../ir/build.js';
import type { ConstantValue } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';

/** The place in the source that constants come from. */
export interface ConstantOrigin {
  /** The captured name that the candidates come from. Undefined for constants that are written in the row function. */
  readonly capture: string | undefined;
  /** The name of the variable that holds them, with the properties on the way (`rates_vat`), by which generated code calls them. */
  readonly name: string | undefined;
}

/** The origin of constants that are written in the row function, without a name. */
export const unnamed: ConstantOrigin = Object.freeze({ capture: undefined, name: undefined });

/** One of several constants, which an index selects at build time or when the row runs. */
export interface ConstantReference extends ConstantOrigin {
  /** The place of the constant among the candidates. Any other number stands for undefined. */
  readonly index: Expression;
  readonly candidates: readonly ConstantValue[];
  /** The index is always the place of a candidate. */
  readonly total: boolean;
}

/** Returns the name of a property of constants, or of a table that is made from them: `rates_vat`, `rates_keys`. */
export function nameOfPart({ name }: ConstantOrigin, part: string): string {
  return name === undefined ? part : `${name}_${part}`;
}

/** The effect of a property of null or undefined: it fails the row, or (`?.`) makes the result or its whole chain undefined. */
export type Access = 'throw' | 'skip' | 'chain';

export function isReference(found: ConstantReference | 'reported' | undefined): found is ConstantReference {
  return typeof found === 'object';
}

/** Returns a reference to a constant that is known at build time. */
export function known(value: ConstantValue, { capture, name }: ConstantOrigin): ConstantReference {
  return { index: literal(0), candidates: [value], total: true, capture, name };
}

/** Returns the one constant that a reference can be. Undefined if it is only known when the row runs. */
export function knownValue({ candidates, total }: ConstantReference): { readonly value: ConstantValue } | undefined {
  return total && candidates.length === 1 ? { value: candidates[0] } : undefined;
}
