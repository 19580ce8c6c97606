import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { type SourceBranch, visitTests } from '../choices/test-chain.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';

export function visitIfStatement(node: ts.IfStatement, context: RowContext): readonly Statement[] {
  const chain: SourceBranch[] = [];
  let rest: ts.Statement | undefined = node;
  for (; rest && ts.isIfStatement(rest); rest = rest.elseStatement) {
    const { thenStatement } = rest;
    chain.push({ node: rest, line: lineOf(rest), visit: () => visitBranch(thenStatement, context) });
  }
  return visitTests(chain, () => visitBranch(rest, context), context);
}

function visitBranch(node: ts.Statement | undefined, context: RowContext): readonly Statement[] {
  if (!node) return [];
  return context.visit.statements(ts.isBlock(node) ? node.statements : [node]);
}
