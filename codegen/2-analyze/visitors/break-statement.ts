import type { ts } from '../../1-parse/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../flow.js';
import type { RowContext } from '../row-context.js';
import { unsupported } from '../unsupported.js';
import { lineOf } from './index.js';

export function visitBreakStatement(node: ts.BreakStatement, context: RowContext): readonly Statement[] {
  const loop = context.loops.at(-1);
  if (node.label || !loop) {
    unsupported(node, context);
    return [];
  }
  loop.afterBreak = joinFlows(loop.afterBreak, context.flow);
  context.flow = undefined;
  return [{ kind: 'break', line: lineOf(node) }];
}
