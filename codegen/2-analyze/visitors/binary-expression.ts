import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { not } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { isVariant } from '../../ir/type.js';
import { visitPresence } from '../choices/presence-test.js';
import { isIn } from '../constants/methods.js';
import { referTo } from '../constants/references.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder, keepFaults, sequence } from '../effects/effects.js';
import { partOf } from '../effects/operator-chain.js';
import { withEffects } from '../effects/with-effects.js';
import { hasProperty, hasPropertyOfKinds } from '../heap/has-property.js';
import { classOfValue, isReference } from '../heap/perform.js';
import {
  arithmeticOperators,
  binaryOperation,
  compareOperators,
  equalityOperators,
} from '../numbers/binary-operation.js';
import { visitNumeric } from '../numbers/dates.js';
import { visitInstanceOf } from '../objects/instance-of.js';
import { unsupported } from '../refusals/unsupported.js';
import { visitText } from '../strings/text.js';
import { bitwiseOperators } from '../syntax/bitwise-operators.js';
import { chainOf } from '../syntax/operator-chain.js';
import { logicalOperator } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';
import { visitAssignmentExpression } from './assignment-expression.js';
import { visitLogicalEffect, visitLogicalExpression } from './logical-expression.js';
import { testTypeOf } from './type-of-expression.js';

const { SyntaxKind } = ts;

export function visitBinaryExpression(node: ts.BinaryExpression, context: RowContext): Value | undefined {
  const operator = node.operatorToken.kind;
  const logical = logicalOperator(operator);
  if (logical) return visitLogicalExpression(logical, node, context);
  if (isAssignment(operator)) return visitAssignmentExpression(node, context);
  if (operator === SyntaxKind.CommaToken) {
    context.effects.push(...context.visit.effect(node.left));
    return context.visit.value(node.right);
  }
  if (operator === SyntaxKind.InKeyword) return visitIn(node, context);
  if (operator === SyntaxKind.InstanceOfKeyword) return visitInstanceOf(node, context);
  if (!isKnown(operator)) return unsupported(node, context);
  if (isArithmetic(operator)) return visitArithmetic(node, context);
  const asked = visitTypeOfTest(node, context);
  if (asked) return asked;
  const asksPresence = equalityOperators.has(operator) && (isNothing(node.left) || isNothing(node.right));
  const visit = (side: ts.Expression) => {
    if (asksPresence) return visitPresence(side, context);
    return compareOperators.has(operator) ? visitNumeric(side, context) : context.visit.expression(side);
  };
  const [left, right] = inOrder([() => visit(node.left), () => visit(node.right)], context);
  return left && right && binaryOperation(operator, left, right, node, context);
}

/** Visits an assignment, a comma or a logical operator whose value is not used. Undefined for any other operator. */
export function visitBinaryEffect(node: ts.BinaryExpression, context: RowContext): readonly Statement[] | undefined {
  const operator = node.operatorToken.kind;
  const logical = logicalOperator(operator);
  if (logical) return visitLogicalEffect(logical, node, context);
  if (operator === SyntaxKind.CommaToken) {
    const links = chainOf(node, (kind) => kind === SyntaxKind.CommaToken);
    const parts = [links[0].left, ...links.map(({ right }) => right)];
    const effect = (part: ts.Expression) => withEffects(part, () => context.visit.effect(part), context);
    return sequence(...parts.map((part) => (context.flow ? effect(part) : [])));
  }
  if (!isAssignment(operator)) return undefined;
  visitAssignmentExpression(node, context);
  return [];
}

/** Visits `a + b`, and `a + b - c` of any length. */
function visitArithmetic(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const chain = chainOf(node, isArithmetic);
  let value: Expression | undefined;
  for (const [index, link] of chain.entries()) {
    const operator = link.operatorToken.kind;
    const isText =
      operator === SyntaxKind.PlusToken && (value ? isTextual(value) : index === 0 && isString(link, context));
    const visit = (side: ts.Expression) => {
      if (operator === SyntaxKind.MinusToken) return visitNumeric(side, context);
      return isText ? visitText(side, context) : context.visit.expression(side);
    };
    const before = value;
    const visitLeft = () => (index === 0 ? visit(link.left) : before);
    const [left, right] = inOrder([visitLeft, () => visit(link.right)], context);
    const result = left && right && binaryOperation(operator, left, right, link, context);
    value = result && partOf(result, index + 1, context);
  }
  return value;
}

function isTextual({ type }: Expression): boolean {
  return type.core.kind === 'string';
}

function isString(node: ts.Expression, { program: { checker } }: RowContext): boolean {
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
}

/** True for `null` and `undefined`. */
function isNothing(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return node.kind === SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
}

/** Visits `key in object` of a constant object. */
function visitIn(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const object = referTo(node.right, context);
  if (object === 'reported') return undefined;
  if (!object?.candidates.some(isComposite)) return inObject(node, context);
  const operand = context.visit.expression(node.left);
  return operand && isIn(operand, object, node, context);
}

/** Visits `key in object` of an object in the row's memory. */
function inObject(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  if (!context.heap) return unsupported(node, context);
  const value = context.visit.value(node.right);
  const to = classOfValue(value);
  if (!value) return undefined;
  if (to && isReference(value)) return hasProperty(value, to, node.left, node, context);
  return isExpression(value) && isVariant(value.type)
    ? hasPropertyOfKinds(value, node, context)
    : unsupported(node, context);
}

/** Visits `typeof x === 'string'` and `'string' === typeof x`. Undefined for any other expression. */
function visitTypeOfTest(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const equality = equalityOperators.get(node.operatorToken.kind);
  const sides = [unwrap(node.left), unwrap(node.right)];
  const asked = sides.find(ts.isTypeOfExpression);
  const name = sides.find(ts.isStringLiteralLike);
  if (!equality || !asked || !name) return undefined;
  const operand = context.visit.value(asked.expression);
  if (!operand) return undefined;
  const test = testTypeOf(keepFaults(operand, context), name.text);
  return equality.negated ? not(test) : test;
}

function isKnown(operator: ts.SyntaxKind): boolean {
  return isArithmetic(operator) || compareOperators.has(operator) || equalityOperators.has(operator);
}

function isArithmetic(operator: ts.SyntaxKind): boolean {
  return (
    operator === SyntaxKind.AsteriskAsteriskToken || bitwiseOperators.has(operator) || arithmeticOperators.has(operator)
  );
}
