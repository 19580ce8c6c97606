import { ts } from '../../1-parse/syntax/ts.js';
import { equal, literal, logical, not, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';

export type LogicalOperator = '&&' | '||' | '??';

export function logicalOperator(kind: ts.SyntaxKind): LogicalOperator | undefined {
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return '&&';
  if (kind === ts.SyntaxKind.BarBarToken) return '||';
  return kind === ts.SyntaxKind.QuestionQuestionToken ? '??' : undefined;
}

/** Returns the test for evaluating the right operand of an operator. */
export function asksRight(operator: LogicalOperator, left: Expression): Expression {
  if (operator === '??') return isAbsent(left);
  return operator === '&&' ? truthy(left) : not(left);
}

/** Returns the test for null or undefined. */
export function isAbsent(e: Expression): Expression {
  const { mayBeNull, mayBeUndefined } = e.type;
  const isNull = equal(e, literal(null));
  const isUndefined = equal(e, literal(undefined));
  if (mayBeNull && mayBeUndefined) return logical('||', isNull, isUndefined) ?? isNull;
  return mayBeNull ? isNull : mayBeUndefined ? isUndefined : literal(false);
}
