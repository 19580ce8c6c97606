import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { mayBeAbsent } from '../../ir/type.js';
import { joinFlows, narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder, isPure, keepExpression, visitBranch } from '../effects/effects.js';
import { binaryOperation } from '../numbers/binary-operation.js';
import { assignPattern } from '../objects/assign-pattern.js';
import { assignTarget, readTarget, type Target, targetOf } from '../objects/targets.js';
import { unsupported } from '../refusals/unsupported.js';
import { isStep, replacedNames } from '../syntax/assignments.js';
import { asksRight, type LogicalOperator } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';

const { SyntaxKind } = ts;

/** The operators that `+=` and the like apply. */
const compound: ReadonlyMap<ts.SyntaxKind, ts.BinaryOperator> = new Map<ts.SyntaxKind, ts.BinaryOperator>([
  [SyntaxKind.PlusEqualsToken, SyntaxKind.PlusToken],
  [SyntaxKind.MinusEqualsToken, SyntaxKind.MinusToken],
  [SyntaxKind.AsteriskEqualsToken, SyntaxKind.AsteriskToken],
  [SyntaxKind.AsteriskAsteriskEqualsToken, SyntaxKind.AsteriskAsteriskToken],
  [SyntaxKind.SlashEqualsToken, SyntaxKind.SlashToken],
  [SyntaxKind.PercentEqualsToken, SyntaxKind.PercentToken],
  [SyntaxKind.AmpersandEqualsToken, SyntaxKind.AmpersandToken],
  [SyntaxKind.BarEqualsToken, SyntaxKind.BarToken],
  [SyntaxKind.CaretEqualsToken, SyntaxKind.CaretToken],
  [SyntaxKind.LessThanLessThanEqualsToken, SyntaxKind.LessThanLessThanToken],
  [SyntaxKind.GreaterThanGreaterThanEqualsToken, SyntaxKind.GreaterThanGreaterThanToken],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken, SyntaxKind.GreaterThanGreaterThanGreaterThanToken],
]);

const conditionalAssignments: ReadonlyMap<ts.SyntaxKind, LogicalOperator> = new Map<ts.SyntaxKind, LogicalOperator>([
  [SyntaxKind.AmpersandAmpersandEqualsToken, '&&'],
  [SyntaxKind.BarBarEqualsToken, '||'],
  [SyntaxKind.QuestionQuestionEqualsToken, '??'],
]);

/** Visits `x = y` and the like. Returns the assigned value; the assignment goes before the statement. */
export function visitAssignmentExpression(node: ts.BinaryExpression, context: RowContext): Value | undefined {
  const value = visitAssignment(node, context);
  // The assigned value is unknown if its expression was reported, in this visit or in an earlier one.
  if (!value && context.flow) for (const name of replacedNames(node.left)) context.names.forget(name);
  return value;
}

function visitAssignment(node: ts.BinaryExpression, context: RowContext): Value | undefined {
  const operator = node.operatorToken.kind;
  const left = unwrap(node.left);
  if (operator === SyntaxKind.EqualsToken) {
    if (ts.isArrayLiteralExpression(left) || ts.isObjectLiteralExpression(left)) {
      const value = context.visit.value(node.right);
      return value && assignPattern(left, value, context);
    }
    const target = targetOf(node.left, context);
    const value = target && visitAssigned(target, node, () => context.visit.value(node.right), context);
    return value && target && assignTarget(target, value, node.left, context);
  }
  const target = targetOf(node.left, context);
  if (!target) return undefined;
  const conditional = conditionalAssignments.get(operator);
  if (conditional) return assignWhere(conditional, target, node, context);
  const operation = compound.get(operator);
  if (operation === undefined) return unsupported(node, context);
  const [before, right] = inOrder(
    [
      () => readTarget(target, node.left, context),
      () => visitAssigned(target, node, () => context.visit.expression(node.right), context),
    ],
    context,
  );
  const value = before && right && binaryOperation(operation, before, right, node, context);
  return value && assignTarget(target, value, node.left, context);
}

/** Visits `x &&= y`, `x ||= y` and `x ??= y`, which assign only if they evaluate `y`. */
function assignWhere(
  operator: LogicalOperator,
  target: Target,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  const before = readTarget(target, node.left, context);
  if (!before || !context.flow) return undefined;
  const test = asksRight(operator, before);
  const asked = visitBranch(
    narrow(context.flow, test, true),
    () => {
      const visit = () => (context.heap ? context.visit.value(node.right) : context.visit.expression(node.right));
      const value = visitAssigned<Value>(target, node, visit, context);
      return value && assignTarget(target, value, node.left, context);
    },
    context,
  );
  if (!isPure(asked)) {
    context.effects.push({ kind: 'if', test, whenTrue: asked.before, whenFalse: [], line: context.effects.line });
    context.flow = joinFlows(asked.flow, narrow(context.flow, test, false));
  }
  return readTarget(target, node.left, context);
}

/** Visits the value for a target. The index of an element is checked before the value is evaluated, and assigned afterwards. */
function visitAssigned<T extends Value>(
  target: Target,
  node: ts.BinaryExpression,
  visit: () => T | undefined,
  context: RowContext,
): T | undefined {
  if (target.kind !== 'element') return visit();
  const { result, before } = context.effects.collect(visit);
  if (assignedIn(before).has(target.array)) {
    return context.refuse(node, {
      construct: 'An assignment to an element whose value changes the array',
      reason: 'The place is checked before the value is evaluated, and might not exist afterwards.',
      advice: 'Keep the value in a `const` first.',
    });
  }
  context.effects.push(...before);
  return result;
}

/** Visits `++x` and `x--`. Returns the value after it for a prefix, and before it, as a number or bigint, for a postfix. */
export function visitStep(
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  context: RowContext,
  isValueAsked = true,
): Value | undefined {
  const target = targetOf(node.operand, context);
  const operand = target && readTarget(target, node.operand, context);
  if (!operand) return undefined;
  const before = operand.type.core.kind === 'number' ? toNumber(operand) : operand;
  // `++` of a string would convert it to a number first; `+` would append.
  const { kind } = before.type.core;
  if (kind !== 'number' && kind !== 'bigint') return unsupported(node, context);
  // `++` of undefined gives NaN, and not an error.
  if (kind === 'bigint' && mayBeAbsent(before.type)) return unsupported(node, context);
  const isOldAsked = isValueAsked && ts.isPostfixUnaryExpression(node);
  const old = isOldAsked ? keepExpression(before, 'before', context) : before;
  const operator = node.operator === SyntaxKind.PlusPlusToken ? SyntaxKind.PlusToken : SyntaxKind.MinusToken;
  const stepped = binaryOperation(operator, old, one(kind), node, context);
  const after = stepped && assignTarget(target, stepped, node.operand, context);
  return after && isOldAsked && isExpression(after) ? old : after;
}

/** Visits `++x` and `x--` whose value is not used. Undefined for any other operator. */
export function visitStepEffect(
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  context: RowContext,
): readonly Statement[] | undefined {
  if (!isStep(node.operator)) return undefined;
  visitStep(node, context, false);
  return [];
}

function one(kind: 'number' | 'bigint'): Expression {
  return literal(kind === 'bigint' ? 1n : 1);
}
