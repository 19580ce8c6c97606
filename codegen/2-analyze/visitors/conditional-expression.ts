import type { ts } from '../../1-parse/syntax/ts.js';
import { visitConditional } from '../choices/conditional.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';

/** Visits `a ? b : c ? d : e`. */
export function visitConditionalExpression(node: ts.ConditionalExpression, context: RowContext): Value | undefined {
  return visitConditional(node, context);
}
