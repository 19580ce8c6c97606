import { isAmbient } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** `new Date(…)`, where the name is the platform's own. */
export function isNewDate(node: ts.Expression, context: RowContext): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'Date') return false;
  return !context.names.bindingOf(node.expression) && isAmbient(node.expression, context.program.checker);
}
