import type { ts } from '../../1-parse/ts.js';
import type { RowContext } from '../row-context.js';
import type { Value } from '../value.js';
import { visitStep } from './assignment-expression.js';

/** `x++` and `x--`. */
export function visitPostfixUnaryExpression(node: ts.PostfixUnaryExpression, context: RowContext): Value | undefined {
  return visitStep(node, context);
}
