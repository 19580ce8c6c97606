import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { not } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { conditionalsOf } from '../choices/conditional.js';
import { visitTest } from '../choices/test.js';
import { visitTests } from '../choices/test-chain.js';
import type { RowContext } from '../context/row-context.js';
import { sequence } from '../effects/effects.js';
import { withEffects } from '../effects/with-effects.js';
import { isStep } from '../syntax/assignments.js';
import { lineOf } from '../syntax/line-of.js';
import { chainOf } from '../syntax/operator-chain.js';
import { asksRight, logicalOperator } from '../values/logical-operator.js';
import { isExpression } from '../values/value.js';
import { visitAssignmentExpression, visitStep } from './assignment-expression.js';
import { visitBranches } from './if-statement.js';
import { visitYield } from './yield-expression.js';

/** Visits an assignment, or an expression that is evaluated only because it may fail the row. */
export function visitExpressionStatement(node: ts.ExpressionStatement, context: RowContext): readonly Statement[] {
  return visitEffect(node.expression, context);
}

/** Visits an expression whose value is not used: a statement, or a part of the head of a `for` loop. */
export function visitEffect(node: ts.Expression, context: RowContext): readonly Statement[] {
  const expression = unwrap(node);
  if (ts.isYieldExpression(expression)) return visitYield(expression, context);
  const effect = (part: ts.Expression) => withEffects(part, () => visitEffect(part, context), context);
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.CommaToken) {
      const links = chainOf(expression, (operator) => operator === ts.SyntaxKind.CommaToken);
      const parts = [links[0].left, ...links.map(({ right }) => right)];
      return sequence(...parts.map((part) => (context.flow ? effect(part) : [])));
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
    const { chain, last } = conditionalsOf(expression);
    const line = lineOf(expression);
    const branches = chain.map((link) => ({ node: link, line, visit: () => effect(link.whenTrue) }));
    return visitTests(branches, () => effect(last), context);
  }
  const value = context.visit.value(expression);
  return value && isExpression(value) && value.kind !== 'literal' && value.kind !== 'read'
    ? [{ kind: 'evaluate', value, line: lineOf(node) }]
    : [];
}

/** Visits `test && effect`, `test || effect` and `value ?? effect`. */
function visitLogicalEffect(node: ts.BinaryExpression, context: RowContext): readonly Statement[] {
  const operator = logicalOperator(node.operatorToken.kind);
  const left = operator === '??' ? context.visit.value(node.left) : visitTest(node.left, context);
  if (!operator || !left || !isExpression(left) || !context.flow) return [];
  const test = operator === '||' ? not(left) : asksRight(operator, left);
  const right = () => withEffects(node.right, () => visitEffect(node.right, context), context);
  return [visitBranches(test, lineOf(node), right, () => [], context)];
}
