import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import { joinFlows } from '../context/flow.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import type { MatchLoop } from './match-loop.js';

/** Returns the statements of a loop of the compiler over all matches. `visit` adds those of a step. */
export function walkMatches(
  loop: MatchLoop,
  visit: () => void,
  node: ts.CallExpression,
  context: RowContext,
): readonly Statement[] {
  const { line } = context.effects;
  const { body, start } = untilStable(context, () => {
    const start = context.flow;
    context.jumps.push(jumpTarget('loop', node));
    const { before } = context.effects.collect(visit);
    context.jumps.pop();
    return { result: { body: before, start }, back: context.flow };
  });
  context.flow = joinFlows(start, undefined);
  return loop.statements(body, line);
}
