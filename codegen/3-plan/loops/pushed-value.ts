import { conditional, literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/variable.js';
import { reads } from '../shape.js';

/** What a step adds to an array. */
export interface Pushed {
  readonly value: Expression;
  /** When; undefined for always. */
  readonly test: Expression | undefined;
}

/** What a step that makes `next` of an array adds to it; undefined where it does anything else. */
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

/** The same, where a test holds besides. */
export function pushedWhere(test: Expression | undefined, pushed: Pushed | undefined): Pushed | undefined {
  if (!pushed || !test) return pushed;
  return { value: pushed.value, test: pushed.test ? conditional(test, pushed.test, literal(false)) : test };
}
