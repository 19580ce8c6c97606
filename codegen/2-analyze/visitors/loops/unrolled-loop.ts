import type { ts } from '../../../1-parse/syntax/ts.js';
import type { ConstantValue } from '../../../ir/constant-value.js';
import type { Statement } from '../../../ir/statement.js';
import { type Flow, joinFlows } from '../../context/flow.js';
import { labelled, leaveInstead } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { sequence } from '../../effects/effects.js';
import { bindConstant } from '../../objects/constant-bindings.js';
import { lineOf } from '../../syntax/line-of.js';
import { type ConstantReference, known } from '../../values/constant-reference.js';
import { visitBody } from './loop.js';

/**
 * Visits a loop over constants with one body per element, in which the element is known. Regular expressions need this, because each has
 * code of its own.
 */
export function visitUnrolledLoop(
  node: ts.ForOfStatement,
  name: ts.BindingName,
  origin: ConstantReference,
  elements: readonly ConstantValue[],
  context: RowContext,
): readonly Statement[] {
  const line = lineOf(node);
  const end = context.newLabel();
  let afterBreak: Flow | undefined;
  const stepsFrom = (place: number): readonly Statement[] => {
    if (place === elements.length || !context.flow) return [];
    const next = context.newLabel();
    const { body, target } = visitBody(node, context, () =>
      bindConstant(name, known(elements[place], origin), context),
    );
    afterBreak = joinFlows(afterBreak, target.afterBreak);
    const step = leaveInstead('break', leaveInstead('continue', body, next), end);
    return labelled(sequence(labelled(step, next, line), stepsFrom(place + 1)), target.breakLabel, line);
  };
  const steps = stepsFrom(0);
  context.flow = joinFlows(context.flow, afterBreak);
  return labelled(steps, end, line);
}
