import { conditional, literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/variable.js';
import { reads } from '../shape.js';

/** A value that a step appends to an array. */
export interface Pushed {
  readonly value: Expression;
  /** The condition; undefined if it is always appended. */
  readonly test: Expression | undefined;
}

/** Returns the value that a step appends to an array whose next value is `next`. Undefined if it does anything else. */
export function pushedOf(next: Expression | undefined, array: VariableId): Pushed | undefined {
  const isOwn = (e: Expression) => e.kind === 'read' && e.variable === array;
  if (next?.kind === 'array-call' && next.operation === 'push') {
    const [value] = next.arguments;
    return isOwn(next.receiver) && value && !reads(value, array) ? { value, test: undefined } : undefined;
  }
  if (next?.kind !== 'conditional' || reads(next.test, array)) return undefined;
  const { test, whenTrue, whenFalse } = next;
  if (isOwn(whenFalse)) return pushedWhere(test, pushedOf(whenTrue, array));
  return isOwn(whenTrue) ? pushedWhere(not(test), pushedOf(whenFalse, array)) : undefined;
}

/** Adds a condition. */
export function pushedWhere(test: Expression | undefined, pushed: Pushed | undefined): Pushed | undefined {
  if (!pushed || !test) return pushed;
  return { value: pushed.value, test: pushed.test ? conditional(test, pushed.test, literal(false)) : test };
}
