import type { Expression } from '../../ir/expression.js';
import { joinFlows, narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';

/** Adds the side effects of a visit, which happen only if a test is true. Facts behind them hold in both cases. */
export function onlyIf(test: Expression, visit: () => void, context: RowContext): void {
  const { flow } = context;
  if (!flow) return;
  const { line } = context.effects;
  context.flow = narrow(flow, test, true);
  const { before } = context.effects.collect(visit);
  context.flow = joinFlows(context.flow, narrow(flow, test, false));
  context.effects.push({ kind: 'if', test, whenTrue: before, whenFalse: [], line });
}
