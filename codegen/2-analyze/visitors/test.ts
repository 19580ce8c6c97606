import { unwrap } from '../../1-parse/const-initializer.js';
import { ts } from '../../1-parse/ts.js';
import { logical, not, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { visitPresence } from '../constant-references.js';
import { narrow } from '../flow.js';
import type { RowContext } from '../row-context.js';

/**
 * An expression whose truth is all that matters: the operands of `&&`, `||` and `!` are tests themselves, and need no
 * common type.
 */
export function visitTest(node: ts.Expression, context: RowContext): Expression | undefined {
  const expression = unwrap(node);
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = visitTest(expression.operand, context);
    return operand && not(operand);
  }
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return visitBoth('&&', expression, context);
    if (kind === ts.SyntaxKind.BarBarToken) return visitBoth('||', expression, context);
  }
  const value = visitPresence(expression, context);
  return value && truthy(value);
}

function visitBoth(operator: '&&' | '||', node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const left = visitTest(node.left, context);
  // The right operand runs only where the left one did not decide.
  const flow = left && context.flow ? narrow(context.flow, left, operator === '&&') : context.flow;
  const right = context.within(flow, () => visitTest(node.right, context));
  return left && right && logical(operator, left, right);
}
