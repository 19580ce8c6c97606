import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { asksRight, type LogicalOperator } from '../values/logical-operator.js';

/**
 * Returns the test that decides if the right operand is evaluated, and a function for the left value if it is not,
 * narrowed by that test.
 */
export function decideByLeft(operator: LogicalOperator, given: Expression, context: RowContext) {
  const left = isStable(given, context) ? given : keepExpression(given, 'left', context);
  const decided = () => (left.kind === 'read' ? context.variables.read(left.variable) : left);
  return { test: asksRight(operator, left), decided };
}
