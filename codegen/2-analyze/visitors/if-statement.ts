import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { type SourceBranch, visitTests } from '../choices/test-chain.js';
import { type Flow, joinFlows, narrow } from '../context/flow.js';
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

/** Visits each branch with the flow that the test proves for it, and joins the flows behind them. */
export function visitBranches(
  test: Expression,
  line: number,
  visitTrue: () => readonly Statement[],
  visitFalse: () => readonly Statement[],
  context: RowContext,
): Statement {
  const before: Flow = context.flow ?? new Map();
  context.flow = narrow(before, test, true);
  const whenTrue = visitTrue();
  const afterTrue = context.flow;
  context.flow = narrow(before, test, false);
  const whenFalse = visitFalse();
  context.flow = joinFlows(afterTrue, context.flow);
  return { kind: 'if', test, whenTrue, whenFalse, line };
}

function visitBranch(node: ts.Statement | undefined, context: RowContext): readonly Statement[] {
  if (!node) return [];
  return context.visit.statements(ts.isBlock(node) ? node.statements : [node]);
}
