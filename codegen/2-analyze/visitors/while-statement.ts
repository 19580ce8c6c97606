import type { ts } from '../../1-parse/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../row-context.js';
import { loopStatements, visitLoop } from './loop.js';

export function visitWhileStatement(node: ts.WhileStatement, context: RowContext): readonly Statement[] {
  return loopStatements(visitLoop(node, { test: node.expression }, context));
}
