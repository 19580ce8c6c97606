import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';

export function visitExpressionStatement(node: ts.ExpressionStatement, context: RowContext): readonly Statement[] {
  return context.visit.effect(node.expression);
}
