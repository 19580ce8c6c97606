import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { loopStatements, visitLoop } from './loops/loop.js';

export function visitWhileStatement(node: ts.WhileStatement, context: RowContext): readonly Statement[] {
  return loopStatements(visitLoop(node, { test: node.expression }, context));
}
