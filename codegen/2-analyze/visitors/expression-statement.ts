import { unwrap } from '../../1-parse/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/ts.js';
import { not } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { isStep } from '../assignments.js';
import { sequence } from '../effects.js';
import type { RowContext } from '../row-context.js';
import { isExpression } from '../value.js';
import { visitAssignmentExpression, visitStep } from './assignment-expression.js';
import { withEffects } from './block.js';
import { visitBranches } from './if-statement.js';
import { lineOf, visitValue } from './index.js';
import { asksRight, logicalOperator } from './logical-expression.js';
import { visitTest } from './test.js';
import { visitYield } from './yield-expression.js';

/** An assignment, or an expression that is evaluated for nothing but its faults. */
export function visitExpressionStatement(node: ts.ExpressionStatement, context: RowContext): readonly Statement[] {
  return visitEffect(node.expression, context);
}

/** An expression whose value nobody asks for: a statement, or a part of the head of a `for` loop. */
export function visitEffect(node: ts.Expression, context: RowContext): readonly Statement[] {
  const expression = unwrap(node);
  if (ts.isYieldExpression(expression)) return visitYield(expression, context);
  const effect = (part: ts.Expression) => withEffects(part, () => visitEffect(part, context), context);
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.CommaToken) {
      const first = effect(expression.left);
      return context.flow ? sequence(first, effect(expression.right)) : first;
    }
    if (isAssignment(kind)) {
      visitAssignmentExpression(expression, context);
      return [];
    }
    if (logicalOperator(kind)) return visitLogicalEffect(expression, context);
  }
  if (
    (ts.isPrefixUnaryExpression(expression) || ts.isPostfixUnaryExpression(expression)) &&
    isStep(expression.operator)
  ) {
    visitStep(expression, context, false);
    return [];
  }
  if (ts.isConditionalExpression(expression)) {
    const test = visitTest(expression.condition, context);
    if (!test || !context.flow) return [];
    const branch = (part: ts.Expression) => () => effect(part);
    const line = lineOf(expression);
    return [visitBranches(test, line, branch(expression.whenTrue), branch(expression.whenFalse), context)];
  }
  const value = visitValue(expression, context);
  return value && isExpression(value) && value.kind !== 'literal' && value.kind !== 'read'
    ? [{ kind: 'evaluate', value, line: lineOf(node) }]
    : [];
}

/** `test && effect`, `test || effect`, `value ?? effect`. */
function visitLogicalEffect(node: ts.BinaryExpression, context: RowContext): readonly Statement[] {
  const operator = logicalOperator(node.operatorToken.kind);
  const left = operator === '??' ? visitValue(node.left, context) : visitTest(node.left, context);
  if (!operator || !left || !isExpression(left) || !context.flow) return [];
  const test = operator === '||' ? not(left) : asksRight(operator, left);
  const right = () => withEffects(node.right, () => visitEffect(node.right, context), context);
  return [visitBranches(test, lineOf(node), right, () => [], context)];
}
