import type { ts } from '../../1-parse/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { conditional } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeValue } from '../described-values.js';
import { type Branch, choose, isPure, visitBranch } from '../effects.js';
import { joinFlows, narrow } from '../flow.js';
import { eitherPart } from '../optional-values.js';
import type { RowContext } from '../row-context.js';
import { isExpression, type Value } from '../value.js';
import { visitValue } from './index.js';
import { visitTest } from './test.js';

/** `visit` visits its branches. */
export function visitConditionalExpression(
  node: ts.ConditionalExpression,
  context: RowContext,
  visit: (branch: ts.Expression, context: RowContext) => Value | undefined = visitValue,
): Value | undefined {
  const test = visitTest(node.condition, context);
  const branch = (expression: ts.Expression, outcome: boolean) =>
    visitBranch(
      test && context.flow ? narrow(context.flow, test, outcome) : context.flow,
      () => visit(expression, context),
      context,
    );
  const whenTrue = branch(node.whenTrue, true);
  const whenFalse = branch(node.whenFalse, false);
  if (!test || !whenTrue.value || !whenFalse.value) return undefined;
  return oneOf(test, whenTrue, whenFalse, node, context);
}

/** `test ? a : b` of values whose parts may have side effects. */
export function oneOf(
  test: Expression,
  whenTrue: Branch,
  whenFalse: Branch,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const [first, second] = [whenTrue.value, whenFalse.value];
  if (!first || !second || !isPure(whenTrue) || !isPure(whenFalse))
    return choose(test, whenTrue, whenFalse, node, context);
  if (isExpression(first) && isExpression(second)) return either(test, first, second, node, context);
  const part = whenTrue.flow && whenFalse.flow && eitherPart(test, first, second);
  if (!part) return choose(test, whenTrue, whenFalse, node, context);
  context.flow = joinFlows(whenTrue.flow, whenFalse.flow);
  return part;
}

/** `test ? a : b` of values without side effects. */
export function either(
  test: Expression,
  whenTrue: Expression,
  whenFalse: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  return (
    conditional(test, whenTrue, whenFalse) ??
    context.report(node, (span) =>
      mixedTypes(span, { left: describeValue(whenTrue.type), right: describeValue(whenFalse.type) }),
    )
  );
}
