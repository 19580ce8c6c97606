import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../context/flow.js';
import { jumpTarget, labelled } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';

/** Visits `name: statement`. Loops and `switch` take the names before them for their own. */
export function visitLabeledStatement(node: ts.LabeledStatement, context: RowContext): readonly Statement[] {
  const { statement } = node;
  const hasOwn = ts.isIterationStatement(statement, true) || ts.isSwitchStatement(statement);
  if (hasOwn) return context.visit.statement(statement);
  const target = jumpTarget('block', statement);
  context.jumps.push(target);
  const body = context.visit.statements(ts.isBlock(statement) ? statement.statements : [statement]);
  context.jumps.pop();
  context.flow = joinFlows(context.flow, target.afterBreak);
  const line = lineOf(node);
  const left = labelled(body, target.breakLabel, line);
  return left === body ? [{ kind: 'block', body, line }] : left;
}
