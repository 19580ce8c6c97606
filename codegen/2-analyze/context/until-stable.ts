import { type Flow, joinFlows, sameFlow } from './flow.js';
import { LoopRound, widened } from './loop-visits.js';
import type { RowContext } from './row-context.js';

/**
 * Visits a loop until the flow at its start also holds after each step. `visit` starts with that flow, and returns the
 * flow with which a step goes back to the start.
 */
export function untilStable<T>(
  context: RowContext,
  visit: () => { readonly result: T; readonly back: Flow | undefined },
): T {
  const around = context.round;
  const { flow, callCount: calls } = context;
  const variables = context.variables.snapshot();
  const bindings = context.names.snapshot();
  const place = { variables: variables.count, calls };
  const earlier = around.earlier(place, flow);
  let start = earlier ? widened(flow, earlier) : flow;
  let inner = earlier?.inner ?? [];
  return context.reports.inRounds(() => {
    context.flow = start;
    context.round = new LoopRound(inner);
    const { result, back } = visit();
    inner = context.round.visited;
    context.round = around;
    const joined = joinFlows(start, back);
    if (sameFlow(start, joined)) {
      around.visited.push({ ...place, start: flow, stable: start, inner });
      return { result };
    }
    // The next round declares the variables of the body again and inlines its calls again.
    context.names.restore(bindings);
    context.variables.restore(variables);
    context.callCount = calls;
    for (const target of context.jumps) {
      target.afterBreak = onlyFirst(target.afterBreak, variables.count);
      target.afterContinue = onlyFirst(target.afterContinue, variables.count);
    }
    start = joined;
    return undefined;
  });
}

/** Returns the facts about the first `count` variables. */
function onlyFirst(flow: Flow | undefined, count: number): Flow | undefined {
  return flow && new Map([...flow].filter(([id]) => id < count));
}
