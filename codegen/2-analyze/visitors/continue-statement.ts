import type { ts } from '../../1-parse/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../flow.js';
import type { RowContext } from '../row-context.js';
import { unsupported } from '../unsupported.js';
import { lineOf } from './index.js';

export function visitContinueStatement(node: ts.ContinueStatement, context: RowContext): readonly Statement[] {
  const loop = context.loops.at(-1);
  if (node.label || !loop) {
    unsupported(node, context);
    return [];
  }
  loop.afterContinue = joinFlows(loop.afterContinue, context.flow);
  context.flow = undefined;
  return [{ kind: 'continue', line: lineOf(node) }];
}
