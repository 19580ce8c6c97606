import { unwrap } from '../../1-parse/const-initializer.js';
import { isAssignment, ts } from '../../1-parse/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { bitwise } from '../../ir/bitwise.js';
import { arithmetic, compare, equal, literal, logical, not, require } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { ArithmeticOperator, CompareOperator, Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { joinTypes, mayBeAbsent } from '../../ir/type.js';
import { bitwiseOperators } from '../bitwise-operators.js';
import { concatenate } from '../concatenate.js';
import { isIn } from '../constant-methods.js';
import { referTo, visitPresence } from '../constant-references.js';
import { visitNumeric } from '../dates.js';
import { describeValue } from '../described-values.js';
import { inOrder, keepFaults } from '../effects.js';
import { chainOf, partOf } from '../operator-chain.js';
import type { RowContext } from '../row-context.js';
import { unsupported } from '../unsupported.js';
import type { Value } from '../value.js';
import { visitAssignmentExpression } from './assignment-expression.js';
import { visitEffect } from './expression-statement.js';
import { logicalOperator, visitLogicalExpression } from './logical-expression.js';
import { visitText } from './text.js';
import { testTypeOf } from './type-of-expression.js';

const { SyntaxKind } = ts;

export function visitBinaryExpression(node: ts.BinaryExpression, context: RowContext): Value | undefined {
  const operator = node.operatorToken.kind;
  const logical = logicalOperator(operator);
  if (logical) return visitLogicalExpression(logical, node, context);
  if (isAssignment(operator)) return visitAssignmentExpression(node, context);
  if (operator === SyntaxKind.CommaToken) {
    context.push(...visitEffect(node.left, context));
    return context.visit.value(node.right);
  }
  if (operator === SyntaxKind.InKeyword) return visitIn(node, context);
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

/** `a + b`, and `a + b - c`, of any length. */
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

/** `null` and `undefined`. */
function isNothing(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return node.kind === SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
}

/** `key in object` of a constant object. */
function visitIn(node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const object = referTo(node.right, context);
  if (object === 'reported') return undefined;
  if (!object?.candidates.some(isComposite)) return unsupported(node, context);
  const operand = context.visit.expression(node.left);
  return operand && isIn(operand, object, node, context);
}

/** `typeof x === 'string'`, either way round. */
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

const arithmeticOperators: ReadonlyMap<ts.SyntaxKind, ArithmeticOperator> = new Map<ts.SyntaxKind, ArithmeticOperator>([
  [SyntaxKind.PlusToken, '+'],
  [SyntaxKind.MinusToken, '-'],
  [SyntaxKind.AsteriskToken, '*'],
  [SyntaxKind.SlashToken, '/'],
  [SyntaxKind.PercentToken, '%'],
]);

const compareOperators: ReadonlyMap<ts.SyntaxKind, CompareOperator> = new Map<ts.SyntaxKind, CompareOperator>([
  [SyntaxKind.LessThanToken, '<'],
  [SyntaxKind.LessThanEqualsToken, '<='],
  [SyntaxKind.GreaterThanToken, '>'],
  [SyntaxKind.GreaterThanEqualsToken, '>='],
]);

const equalityOperators: ReadonlyMap<ts.SyntaxKind, { readonly strict: boolean; readonly negated: boolean }> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, { strict: true, negated: false }],
  [SyntaxKind.ExclamationEqualsEqualsToken, { strict: true, negated: true }],
  [SyntaxKind.EqualsEqualsToken, { strict: false, negated: false }],
  [SyntaxKind.ExclamationEqualsToken, { strict: false, negated: true }],
]);

function isKnown(operator: ts.SyntaxKind): boolean {
  return isArithmetic(operator) || compareOperators.has(operator) || equalityOperators.has(operator);
}

function isArithmetic(operator: ts.SyntaxKind): boolean {
  return (
    operator === SyntaxKind.AsteriskAsteriskToken || bitwiseOperators.has(operator) || arithmeticOperators.has(operator)
  );
}

/** An arithmetic, bitwise, comparing or equality operator applied to values, as JavaScript applies it. */
export function binaryOperation(
  operator: ts.SyntaxKind,
  left: Expression,
  right: Expression,
  node: ts.Expression,
  context: RowContext,
): Expression | undefined {
  const hasBigInt = left.type.core.kind === 'bigint' || right.type.core.kind === 'bigint';
  const hasString = left.type.core.kind === 'string' || right.type.core.kind === 'string';
  const refuse = (advice: string) =>
    context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${ts.tokenToString(operator) ?? ''}\``,
        operands: `${describeValue(left.type)} and ${describeValue(right.type)}`,
        advice,
      }),
    );

  const equality = equalityOperators.get(operator);
  const arrays = [left, right].filter(({ type }) => type.core.kind === 'array');
  const isPresenceTest = equality && [left, right].some(({ type }) => type.core.kind === 'nothing');
  const isText = operator === SyntaxKind.PlusToken && hasString;
  if (arrays.length > 0 && !isPresenceTest && !isText)
    return refuse("Compare or add up the elements of an array, or its text: `array.join(',')`.");
  if (equality) {
    const result = equality.strict ? strictEqual(left, right) : looseEqual(left, right);
    if (!result)
      return refuse(equality.strict ? 'Compare values of one type.' : 'Use `===` or `!==` between values of one type.');
    return equality.negated ? not(result) : result;
  }

  const comparison = compareOperators.get(operator);
  if (comparison) {
    if (hasBigInt) {
      if (isPresentNumeric(left) && isPresentNumeric(right)) return compare(comparison, left, right);
      return areOrdered(left, right)
        ? compare(comparison, left, right)
        : refuse('Compare a bigint with a bigint or a number that is not null.');
    }
    if (!hasString) return compare(comparison, left, right);
    return areOrdered(left, right)
      ? compare(comparison, left, right)
      : refuse('Compare two strings, neither of which can be null: test for that first, or use `??`.');
  }

  const sign = arithmeticOperators.get(operator);
  const bits = bitwiseOperators.get(operator);
  if (sign === '+' && hasString) return concatenate([left, right], node, context);
  if (hasBigInt) {
    const areBigInts = left.type.core.kind === right.type.core.kind;
    const areAbsent = mayBeAbsent(left.type) && mayBeAbsent(right.type);
    const areMissing = areAbsent && !left.type.mayBeNull && !right.type.mayBeNull && ts.isBinaryExpression(node);
    if (!areBigInts || (areAbsent && !areMissing)) {
      return refuse(
        `${bigintAdvice(node)}JavaScript never mixes bigints and numbers: convert with \`BigInt(x)\` or \`Number(x)\`.`,
      );
    }
    // Two that are missing would make NaN, which no bigint is: the reference fails as native code does.
    if (areMissing) context.presentBigInts.add(node.right);
    // Beside a bigint, null and undefined are JavaScript's TypeError.
    if (mayBeAbsent(left.type) || mayBeAbsent(right.type))
      return binaryOperation(operator, require(left), require(right), node, context);
  }
  if (hasBigInt && bits === '>>>')
    return refuse('JavaScript throws here, since a bigint has no highest bit: use `>>`.');
  if (bits) return bitwise(bits, left, right);
  if (sign) return arithmetic(sign, left, right);
  return hasBigInt ? call('BigInt **', left, right) : call('Math.pow', left, right);
}

/** Suggests the bigint literal for a number literal beside a bigint. */
function bigintAdvice(node: ts.Expression): string {
  const sides = ts.isBinaryExpression(node) ? [node.left, node.right] : [];
  const number = sides.map(unwrap).find(ts.isNumericLiteral);
  return number && Number.isInteger(Number(number.text)) ? `Write \`${number.text}n\`. ` : '';
}

/** Whether two strings, or two bigints, can be compared: beside undefined nothing is less or more. Null would be 0. */
function areOrdered({ type: a }: Expression, { type: b }: Expression): boolean {
  return a.core.kind === b.core.kind && !a.mayBeNull && !b.mayBeNull;
}

function isPresentNumeric({ type }: Expression): boolean {
  return (type.core.kind === 'bigint' || type.core.kind === 'number') && !mayBeAbsent(type);
}

/** `===` of two values; undefined where they are of different kinds. */
export function strictEqual(left: Expression, right: Expression): Expression | undefined {
  return joinTypes(left.type, right.type) && equal(left, right);
}

/** `==`, where it means `===` of one type or asks for null and undefined at once. */
function looseEqual(left: Expression, right: Expression): Expression | undefined {
  if (right.type.core.kind === 'nothing')
    return logical('||', equal(left, literal(null)), equal(left, literal(undefined)));
  if (left.type.core.kind === 'nothing') return looseEqual(right, left);
  const mayMeet = mayBeAbsent(left.type) && mayBeAbsent(right.type);
  return mayMeet || left.type.core.kind !== right.type.core.kind ? undefined : equal(left, right);
}
