import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';

/** Visits `void x`: undefined, after the side effects of `x`. */
export function visitVoidExpression(node: ts.VoidExpression, context: RowContext): Expression {
  context.effects.push(...context.visit.effect(node.expression));
  return literal(undefined);
}
