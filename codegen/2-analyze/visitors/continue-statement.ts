import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';

/** Visits `continue` and `continue name`. One of an outer loop leaves the block that the body of that loop becomes. */
export function visitContinueStatement(node: ts.ContinueStatement, context: RowContext): readonly Statement[] {
  const { label } = node;
  const loops = context.jumps.filter(({ kind }) => kind === 'loop');
  const target = label ? loops.findLast(({ names }) => names.includes(label.text)) : loops.at(-1);
  if (!target) {
    unsupported(node, context);
    return [];
  }
  const line = lineOf(node);
  target.afterContinue = joinFlows(target.afterContinue, context.flow);
  context.flow = undefined;
  if (target === loops.at(-1)) return [{ kind: 'continue', line }];
  target.continueLabel ??= context.newLabel();
  return [{ kind: 'leave', label: target.continueLabel, line }];
}
