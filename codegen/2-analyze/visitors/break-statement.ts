import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';

/** Visits `break` and `break name`. One of the innermost loop stays a `break`; any other leaves the block around its target. */
export function visitBreakStatement(node: ts.BreakStatement, context: RowContext): readonly Statement[] {
  const { label } = node;
  const target = context.jumps.findLast(({ kind, names }) => (label ? names.includes(label.text) : kind !== 'block'));
  if (!target) {
    unsupported(node, context);
    return [];
  }
  const line = lineOf(node);
  target.afterBreak = joinFlows(target.afterBreak, context.flow);
  context.flow = undefined;
  if (target === context.jumps.findLast(({ kind }) => kind === 'loop')) return [{ kind: 'break', line }];
  target.breakLabel ??= context.newLabel();
  return [{ kind: 'leave', label: target.breakLabel, line }];
}
