import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { bitwise } from '../../ir/bitwise.js';
import {
  arithmetic,
  compare,
  conditional,
  equal,
  literal,
  logical,
  not,
  read,
  require,
  toNumber,
} from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import type { ArithmeticOperator, CompareOperator } from '../../ir/operations/operators.js';
import { isVariant, joinTypes, mayBeAbsent } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { asOperand } from '../heap/as-operand.js';
import { classesOfType } from '../heap/classes-at.js';
import { concatenate } from '../strings/concatenate.js';
import { bitwiseOperators } from '../syntax/bitwise-operators.js';
import { describeValue } from '../values/described-values.js';

const { SyntaxKind } = ts;

export const arithmeticOperators: ReadonlyMap<ts.SyntaxKind, ArithmeticOperator> = new Map<
  ts.SyntaxKind,
  ArithmeticOperator
>([
  [SyntaxKind.PlusToken, '+'],
  [SyntaxKind.MinusToken, '-'],
  [SyntaxKind.AsteriskToken, '*'],
  [SyntaxKind.SlashToken, '/'],
  [SyntaxKind.PercentToken, '%'],
]);

export const compareOperators: ReadonlyMap<ts.SyntaxKind, CompareOperator> = new Map<ts.SyntaxKind, CompareOperator>([
  [SyntaxKind.LessThanToken, '<'],
  [SyntaxKind.LessThanEqualsToken, '<='],
  [SyntaxKind.GreaterThanToken, '>'],
  [SyntaxKind.GreaterThanEqualsToken, '>='],
]);

export const equalityOperators: ReadonlyMap<ts.SyntaxKind, { readonly strict: boolean; readonly negated: boolean }> =
  new Map([
    [SyntaxKind.EqualsEqualsEqualsToken, { strict: true, negated: false }],
    [SyntaxKind.ExclamationEqualsEqualsToken, { strict: true, negated: true }],
    [SyntaxKind.EqualsEqualsToken, { strict: false, negated: false }],
    [SyntaxKind.ExclamationEqualsToken, { strict: false, negated: true }],
  ]);

/** Applies an arithmetic, bitwise, comparison or equality operator with JavaScript's semantics. */
export function binaryOperation(
  operator: ts.SyntaxKind,
  first: Expression,
  second: Expression,
  node: ts.Expression,
  context: RowContext,
): Expression | undefined {
  // Equality asks if two objects are the same one; any other operator converts them.
  const isEquality = equalityOperators.has(operator);
  const left = isEquality ? first : asOperand(first, node, context);
  const right = isEquality ? second : asOperand(second, node, context);
  if (!left || !right) return undefined;
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

  const isConcatenation = operator === SyntaxKind.PlusToken && hasString;
  if ([left, right].some(({ type }) => isVariant(type)) && !isEquality && !isConcatenation)
    return refuse("Ask for the kind first: `typeof value === 'number' ? value + 1 : 0`.");
  const equality = equalityOperators.get(operator);
  const arrays = [left, right].filter(({ type }) => type.core.kind === 'array');
  const isPresenceTest = equality && [left, right].some(({ type }) => type.core.kind === 'nothing');
  if (arrays.length > 0 && !isPresenceTest && !isConcatenation)
    return refuse("Compare or add up the elements of an array, or its text: `array.join(',')`.");
  if (equality) {
    const compared = [left, right].map(({ type }) => classesOfType(type));
    if (compared.every((classes) => classes.length > 0))
      for (const to of compared.flat()) context.copies.noteIdentity(to);
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
    if (left.type.core.kind === right.type.core.kind) return compareTexts(comparison, left, right, context);
    return refuse('Compare two strings, or two numbers: `Number(text)`.');
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
    // Two missing operands would give NaN, which is no bigint. The reference throws, as native code fails the row.
    if (areMissing) context.reference.presentBigInts.add(node.right);
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

/** True if two strings, or two bigints, can be ordered. No order holds beside undefined; null would be 0. */
function areOrdered({ type: a }: Expression, { type: b }: Expression): boolean {
  return a.core.kind === b.core.kind && !a.mayBeNull && !b.mayBeNull;
}

/** Compares two texts. Beside null, JavaScript compares them as numbers. */
function compareTexts(
  operator: CompareOperator,
  first: Expression,
  second: Expression,
  context: RowContext,
): Expression | undefined {
  const operands = [first, second];
  if (operands.every(({ type }) => !type.mayBeNull)) return compare(operator, first, second);
  const [left = first, right = second] = operands.map((e) =>
    isStable(e, context) ? e : keepExpression(e, 'compared', context),
  );
  const hasNull = logical('||', equal(left, literal(null)), equal(right, literal(null)));
  const asNumbers = compare(operator, toNumber(left), toNumber(right));
  return hasNull && conditional(hasNull, asNumbers, compare(operator, withoutNull(left), withoutNull(right)));
}

/** Returns a value that was found not to be null. */
function withoutNull(e: Expression): Expression {
  return e.kind === 'read' ? read(e.variable, { ...e.type, mayBeNull: false }) : e;
}

function isPresentNumeric({ type }: Expression): boolean {
  return (type.core.kind === 'bigint' || type.core.kind === 'number') && !mayBeAbsent(type);
}

/** Returns `===` of two values, or undefined if they are of different kinds. */
export function strictEqual(left: Expression, right: Expression): Expression | undefined {
  return joinTypes(left.type, right.type) && equal(left, right);
}

/** Returns `==` if it means `===` within one type, or tests for null and undefined at once. */
function looseEqual(left: Expression, right: Expression): Expression | undefined {
  if (right.type.core.kind === 'nothing')
    return logical('||', equal(left, literal(null)), equal(left, literal(undefined)));
  if (left.type.core.kind === 'nothing') return looseEqual(right, left);
  const mayMeet = mayBeAbsent(left.type) && mayBeAbsent(right.type);
  return mayMeet || left.type.core.kind !== right.type.core.kind ? undefined : equal(left, right);
}
