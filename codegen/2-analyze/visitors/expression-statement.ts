import { unwrap } from '../../1-parse/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { describeType } from '../../ir/type.js';
import { isStep } from '../assignments.js';
import type { RowContext } from '../row-context.js';
import { storable } from '../stored-value.js';
import { unsupported } from '../unsupported.js';
import { binaryOperation } from './binary-expression.js';
import { lineOf, visitExpression } from './index.js';

/** An assignment, or an expression that is evaluated for nothing but its faults. */
export function visitExpressionStatement(node: ts.ExpressionStatement, context: RowContext): readonly Statement[] {
  return visitEffect(node.expression, context);
}

/** An expression whose value nobody asks for: a statement, or a part of the head of a `for` loop. */
export function visitEffect(node: ts.Expression, context: RowContext): readonly Statement[] {
  const expression = unwrap(node);
  const line = lineOf(node);
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return [...visitEffect(expression.left, context), ...visitEffect(expression.right, context)];
  if (ts.isBinaryExpression(expression) && isAssignment(expression.operatorToken.kind)) {
    const operator = compound.get(expression.operatorToken.kind);
    if (operator === undefined) return reported(expression, context);
    const assigned = (before: () => Expression | undefined) => {
      if (operator === ts.SyntaxKind.EqualsToken) return visitExpression(expression.right, context);
      const left = before();
      const right = visitExpression(expression.right, context);
      return left && right && binaryOperation(operator, left, right, expression, context);
    };
    return assign(expression.left, assigned, line, context);
  }
  if (
    (ts.isPrefixUnaryExpression(expression) || ts.isPostfixUnaryExpression(expression)) &&
    isStep(expression.operator)
  ) {
    const operator =
      expression.operator === ts.SyntaxKind.PlusPlusToken ? ts.SyntaxKind.PlusToken : ts.SyntaxKind.MinusToken;
    const stepped = (before: () => Expression | undefined) => {
      const left = before();
      // `++` of a string would convert it to a number first; `+` would append.
      const kind = left?.type.core.kind;
      if (left && kind !== 'number' && kind !== 'bigint') return unsupported(expression, context);
      return left && binaryOperation(operator, left, literal(kind === 'bigint' ? 1n : 1), expression, context);
    };
    return assign(expression.operand, stepped, line, context);
  }
  const value = visitExpression(expression, context);
  return value ? [{ kind: 'evaluate', value, line }] : [];
}

/** The operator that `+=` and its like apply; `=` stands for itself. */
const compound: ReadonlyMap<ts.SyntaxKind, ts.BinaryOperator> = new Map<ts.SyntaxKind, ts.BinaryOperator>([
  [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.EqualsToken],
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.SlashEqualsToken, ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.PercentEqualsToken, ts.SyntaxKind.PercentToken],
  [ts.SyntaxKind.AsteriskAsteriskEqualsToken, ts.SyntaxKind.AsteriskAsteriskToken],
  [ts.SyntaxKind.AmpersandEqualsToken, ts.SyntaxKind.AmpersandToken],
  [ts.SyntaxKind.BarEqualsToken, ts.SyntaxKind.BarToken],
  [ts.SyntaxKind.CaretEqualsToken, ts.SyntaxKind.CaretToken],
  [ts.SyntaxKind.LessThanLessThanEqualsToken, ts.SyntaxKind.LessThanLessThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken],
]);

function assign(
  target: ts.Expression,
  assigned: (before: () => Expression | undefined) => Expression | undefined,
  line: number,
  context: RowContext,
): readonly Statement[] {
  const name = unwrap(target);
  const binding = ts.isIdentifier(name) ? context.bindingOf(name) : undefined;
  if (binding?.kind === 'broken') return [];
  if (!ts.isIdentifier(name) || binding?.kind !== 'variable') return reported(target, context);
  const value = assigned(() => visitExpression(target, context));
  if (!value) return [];
  const stored = storable(value, name, context);
  const before = context.storedType(binding.id);
  if (!context.widen(binding.id, stored.type)) {
    context.report(target, (span) => mixedTypes(span, { left: describeType(before), right: describeType(value.type) }));
    return [];
  }
  return [{ kind: 'assign', variable: binding.id, value: stored, line }];
}

function reported(node: ts.Node, context: RowContext): readonly Statement[] {
  unsupported(node, context);
  return [];
}
