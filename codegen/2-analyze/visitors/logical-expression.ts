import { ts } from '../../1-parse/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { coalesce, equal, literal, logical, not, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { likeArray } from '../array-values.js';
import { describeValue } from '../described-values.js';
import { type Branch, choose, isPure, isStable, keepExpression, keepFaults, visitBranch } from '../effects.js';
import { narrow, prove } from '../flow.js';
import { chainOf, partOf } from '../operator-chain.js';
import { absenceOf, isMissing, isOptional, keepPresence } from '../optional-values.js';
import type { RowContext } from '../row-context.js';
import { unsupportedValue } from '../unsupported.js';
import { isExpression, type Value } from '../value.js';
import { oneOf } from './conditional-expression.js';
export type LogicalOperator = '&&' | '||' | '??';

export function logicalOperator(kind: ts.SyntaxKind): LogicalOperator | undefined {
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return '&&';
  if (kind === ts.SyntaxKind.BarBarToken) return '||';
  return kind === ts.SyntaxKind.QuestionQuestionToken ? '??' : undefined;
}

/** Whether the right operand of an operator is evaluated. */
export function asksRight(operator: LogicalOperator, left: Expression): Expression {
  if (operator === '??') return isAbsent(left);
  return operator === '&&' ? truthy(left) : not(left);
}

/** Whether a value is null or undefined. */
export function isAbsent(e: Expression): Expression {
  const { mayBeNull, mayBeUndefined } = e.type;
  const isNull = equal(e, literal(null));
  const isUndefined = equal(e, literal(undefined));
  if (mayBeNull && mayBeUndefined) return logical('||', isNull, isUndefined) ?? isNull;
  return mayBeNull ? isNull : mayBeUndefined ? isUndefined : literal(false);
}

/** `&&`, `||` and `??` as values, of any number of operands. */
export function visitLogicalExpression(
  operator: LogicalOperator,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  const links = chainOf(node, (kind) => logicalOperator(kind) === operator);
  let value = context.visit.value(links[0].left);
  for (const [place, link] of links.entries()) {
    if (!value || !context.flow) return value;
    const result: Value | undefined = isExpression(value)
      ? visitRightOf(operator, value, link, context)
      : visitLogicalOfObject(operator, value, link, context);
    value = result && isExpression(result) ? provedPart(result, place + 1, context) : result;
  }
  return value;
}

/** What a chain has come to, which still proves what its operands do. */
function provedPart(value: Expression, operations: number, context: RowContext): Expression {
  const part = partOf(value, operations, context);
  return part === value ? value : prove(part, value);
}

/** A link of a chain whose left operand is a value of the row. */
function visitRightOf(
  operator: LogicalOperator,
  left: Expression,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  // The right operand runs only where the left one did not decide.
  const visitRight = () => {
    const value = context.visit.value(node.right);
    const fitting = value && likeArray(value, left.type, context);
    return fitting && (isExpression(fitting) ? fitting : unsupportedValue(fitting, node.right, context));
  };
  const flow = context.flow ?? new Map();
  const right = visitBranch(narrow(flow, asTest(operator, left), true), visitRight, context);
  if (!isPure(right)) return chooseRight(operator, left, right, node, context);
  if (!right.value) return undefined;
  const result = operator === '??' ? coalesce(left, right.value) : logical(operator, left, right.value);
  return result ?? mixed(left, right.value, node, context);
}

/** The same of an object. */
function visitLogicalOfObject(
  operator: LogicalOperator,
  left: Exclude<Value, Expression>,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  const visitRight = () => context.visit.value(node.right);
  if (!isOptional(left) && left.kind !== 'function' && left.kind !== 'constant') {
    keepFaults(left, context);
    return operator === '&&' ? visitRight() : left;
  }
  if (!isOptional(left)) return unsupportedValue(left, node.left, context);
  const kept = keepPresence(left, context);
  const missing = isMissing(kept);
  const test = operator === '&&' ? not(missing) : missing;
  const flow = context.flow ?? new Map();
  const right = visitBranch(narrow(flow, missing, operator !== '&&'), visitRight, context);
  const decided = visitBranch(
    narrow(flow, missing, operator === '&&'),
    () => (operator === '&&' ? absenceOf(kept) : kept.value),
    context,
  );
  return right.value && oneOf(test, right, decided, node, context);
}

/** A value as a test of whether the right operand is evaluated, for what that proves. */
function asTest(operator: LogicalOperator, left: Expression): Expression {
  return operator === '&&' ? not(not(left)) : asksRight(operator, left);
}

/** Whether the right operand is asked, and what the left one is where it is not: for that case, after what the test has proved. */
export function decideByLeft(operator: LogicalOperator, given: Expression, context: RowContext) {
  const left = isStable(given, context) ? given : keepExpression(given, 'left', context);
  const decided = () => (left.kind === 'read' ? context.read(left.variable) : left);
  return { test: asksRight(operator, left), decided };
}

/** The same where the right operand has side effects. */
function chooseRight(
  operator: LogicalOperator,
  given: Expression,
  right: Branch<Expression>,
  node: ts.BinaryExpression,
  context: RowContext,
): Expression | undefined {
  const { test, decided } = decideByLeft(operator, given, context);
  const kept = visitBranch(narrow(context.flow ?? new Map(), test, false), decided, context);
  return choose(test, right, kept, node, context) as Expression | undefined;
}

function mixed(left: Expression, right: Expression, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    mixedTypes(span, { left: describeValue(left.type), right: describeValue(right.type) }),
  );
}
