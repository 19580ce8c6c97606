import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';
import { visitStep } from './assignment-expression.js';

/** Visits `x++` and `x--`. */
export function visitPostfixUnaryExpression(node: ts.PostfixUnaryExpression, context: RowContext): Value | undefined {
  return visitStep(node, context);
}
