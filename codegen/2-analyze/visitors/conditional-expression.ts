import type { ts } from '../../1-parse/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { conditional } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType } from '../../ir/type.js';
import { choose, isPure, visitBranch } from '../effects.js';
import { narrow } from '../flow.js';
import type { RowContext } from '../row-context.js';
import { isExpression, type Value } from '../value.js';
import { visitValue } from './index.js';
import { visitTest } from './test.js';

export function visitConditionalExpression(node: ts.ConditionalExpression, context: RowContext): Value | undefined {
  const test = visitTest(node.condition, context);
  const branch = (expression: ts.Expression, outcome: boolean) =>
    visitBranch(
      test && context.flow ? narrow(context.flow, test, outcome) : context.flow,
      () => visitValue(expression, context),
      context,
    );
  const whenTrue = branch(node.whenTrue, true);
  const whenFalse = branch(node.whenFalse, false);
  if (!test || !whenTrue.value || !whenFalse.value) return undefined;
  const areExpressions = isExpression(whenTrue.value) && isExpression(whenFalse.value);
  if (!isPure(whenTrue) || !isPure(whenFalse) || !areExpressions)
    return choose(test, whenTrue, whenFalse, node, context);
  return either(test, whenTrue.value as Expression, whenFalse.value as Expression, node, context);
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
      mixedTypes(span, { left: describeType(whenTrue.type), right: describeType(whenFalse.type) }),
    )
  );
}
