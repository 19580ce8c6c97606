import type { Constant } from '../constant-value.js';
import type { Expression } from '../expression.js';

/** The value of a constant in any form; undefined where the expression is none. */
export function constantOf(e: Expression): { readonly value: Constant } | undefined {
  if (e.kind === 'literal') return { value: e.value };
  return e.kind === 'convert' ? constantOf(e.operand) : undefined;
}
