import type { Constant } from '../constant-value.js';
import type { Expression } from '../expression.js';

/** Returns the value of a constant in any form. Undefined if the expression is not a constant. */
export function constantOf(e: Expression): { readonly value: Constant } | undefined {
  if (e.kind === 'literal') return { value: e.value };
  return e.kind === 'convert' ? constantOf(e.operand) : undefined;
}
