import { isAmbient } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** True for `new Date(…)`, unless `Date` is a name of the program. */
export function isNewDate(node: ts.Expression, context: RowContext): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'Date') return false;
  return !context.names.bindingOf(node.expression) && isAmbient(node.expression, context.program.checker);
}
