import type { ts } from '../../1-parse/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../row-context.js';
import { lineOf, visitStatement } from './index.js';

export function visitBlock(node: ts.Block, context: RowContext): readonly Statement[] {
  return [{ kind: 'block', body: visitStatements(node.statements, context), line: lineOf(node) }];
}

/** Statements in order, up to the first that control never passes: what follows it cannot run. */
export function visitStatements(nodes: readonly ts.Statement[], context: RowContext): readonly Statement[] {
  const statements: Statement[] = [];
  for (const node of nodes) {
    if (!context.flow) break;
    statements.push(...visitStatement(node, context));
  }
  return statements;
}
