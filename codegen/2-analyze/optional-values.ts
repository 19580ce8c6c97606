/** Objects that may be missing. */
import { conditional, literal, not } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { RowContext } from './row-context.js';
import { isExpression, type OptionalValue, type Value } from './value.js';

export function isOptional(value: Value): value is OptionalValue {
  return !isExpression(value) && value.kind === 'optional';
}

/** What a property is asked of. Of nothing it is JavaScript's TypeError. */
export function requirePresent(value: Value, context: RowContext): Value {
  if (!isOptional(value)) return value;
  const { line } = context;
  context.push({ kind: 'if', test: not(value.present), whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
  return value.value;
}

/** True in the place of an object that is there, and undefined where it is not. */
export function presenceOf({ present }: OptionalValue): Expression {
  return conditional(present, literal(true), literal(undefined)) ?? present;
}
