import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { loopStatements, visitLoop } from './loops/loop.js';

export function visitDoStatement(node: ts.DoStatement, context: RowContext): readonly Statement[] {
  return loopStatements(visitLoop(node, { test: node.expression, bodyFirst: true }, context));
}
