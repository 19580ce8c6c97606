import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { asksRight, type LogicalOperator } from '../values/logical-operator.js';

/** Whether the right operand is asked, and what the left one is where it is not: for that case, after what the test has proved. */
export function decideByLeft(operator: LogicalOperator, given: Expression, context: RowContext) {
  const left = isStable(given, context) ? given : keepExpression(given, 'left', context);
  const decided = () => (left.kind === 'read' ? context.variables.read(left.variable) : left);
  return { test: asksRight(operator, left), decided };
}
