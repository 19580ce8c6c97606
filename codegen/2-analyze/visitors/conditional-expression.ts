import type { ts } from '../../1-parse/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { conditional } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType } from '../../ir/type.js';
import { narrow } from '../flow.js';
import type { RowContext } from '../row-context.js';
import { visitExpression } from './index.js';
import { visitTest } from './test.js';

export function visitConditionalExpression(
  node: ts.ConditionalExpression,
  context: RowContext,
): Expression | undefined {
  const test = visitTest(node.condition, context);
  const branch = (expression: ts.Expression, outcome: boolean) => {
    const flow = test && context.flow ? narrow(context.flow, test, outcome) : context.flow;
    return context.within(flow, () => visitExpression(expression, context));
  };
  const whenTrue = branch(node.whenTrue, true);
  const whenFalse = branch(node.whenFalse, false);
  if (!test || !whenTrue || !whenFalse) return undefined;
  return (
    conditional(test, whenTrue, whenFalse) ??
    context.report(node, (span) =>
      mixedTypes(span, { left: describeType(whenTrue.type), right: describeType(whenFalse.type) }),
    )
  );
}
