/**
 * Builders of IR expressions. They compute types and insert the conversions between representations. So the analysis speaks of JavaScript
 * values only, and the emitter finds every conversion spelled out.
 */

import { type BigIntRange, int128Range, rangeOf, within128 } from './bigint-range.js';
import type { Constant } from './constant-value.js';
import type { CodeString, Expression, Literal, Replace } from './expression.js';
import type { ArithmeticOperator, CompareOperator } from './operations/operators.js';
import { type StringOperation, stringOperation } from './operations/string-operations.js';
import {
  type AlternativeKind,
  alternativeKind,
  alternativesOf,
  arrayType,
  bigintType,
  booleanType,
  coreOf,
  doubleType,
  intType,
  isBoolean,
  isLazy,
  isVariant,
  joinTypes,
  lazyStringType,
  mayBeAbsent,
  nullType,
  positionType,
  presentType,
  sameType,
  stringType,
  type Type,
  undefinedType,
  withBytes,
} from './type.js';
import type { VariableId } from './variable.js';

/** A position that is moved by a constant of at most this size stays a position; that is far from any overflow. */
const maxPositionStep = 2 ** 20;

function make<E extends Expression>(expression: E): E {
  return Object.freeze(expression);
}

export function literal(value: Constant): Literal {
  return make({ kind: 'literal', value, type: literalType(value) });
}

function literalType(value: Constant): Type {
  if (value === null) return nullType;
  if (value === undefined) return undefinedType;
  if (typeof value === 'boolean') return booleanType;
  if (typeof value === 'string') return stringType();
  if (typeof value === 'bigint') return bigintType({ min: value, max: value });
  return (value | 0) === value && !Object.is(value, -0) ? intType : doubleType;
}

export function read(variable: VariableId, type: Type): Expression {
  return make({ kind: 'read', variable, type });
}

/** Converts the operand to `type`, which must include the operand's type. */
export function convert(operand: Expression, type: Type): Expression {
  if (sameType(operand.type, type)) return operand;
  if (isLazy(operand.type) && !isLazy(type)) return convert(flatten(operand), type);
  if (storesOtherwise(operand.type, type)) return convert(storedArray(operand, elementOf(type)), type);
  if (isVariant(type) && !isVariant(operand.type))
    return make({ kind: 'convert', operand: asAlternative(operand), type });
  return make({ kind: 'convert', operand, type });
}

/** Converts a value to the form in which objects, arrays and variants hold it: strings in one piece, numbers as doubles, bigints in 128 bits. */
export function asAlternative(value: Expression): Expression {
  const { core } = value.type;
  if (core.kind === 'string') return onePiece(value);
  const [held] = alternativesOf(core);
  return held && core.kind !== 'variant' ? convert(value, { ...value.type, core: held }) : value;
}

/** Tests that a variant is present and holds a value of one of some kinds. */
export function kindTest(operand: Expression, is: readonly AlternativeKind[]): Expression {
  return make({ kind: 'kind-test', operand, is, type: booleanType });
}

/** Gives the value of a variant as one of some kinds. Any other kind fails the row. */
export function asKind(operand: Expression, kinds: ReadonlySet<AlternativeKind>): Expression {
  const all = alternativesOf(operand.type.core);
  const of = all.filter((one) => kinds.has(alternativeKind(one)));
  const core = coreOf(of);
  if (!core || !isVariant(operand.type) || of.length === all.length) return operand;
  return make({ kind: 'as-kind', operand, type: Object.freeze({ ...operand.type, core }) });
}

/** True if the conversion of an array, or of arrays inside it, has to store it in scratch memory. */
function storesOtherwise(from: Type, to: Type): boolean {
  if (from.core.kind !== 'array' || to.core.kind !== 'array' || isLazyArray(to)) return false;
  return isLazyArray(from) || !sameType(from.core.element, to.core.element);
}

function elementOf({ core }: Type): Type {
  return core.kind === 'array' ? core.element : stringType();
}

function isLazyArray({ core }: Type): boolean {
  return core.kind === 'array' && core.lazy !== false;
}

/** Stores an operand that may become the result in the way in which the result holds arrays. */
function heldFor(type: Type, operand: Expression): Expression {
  return storesOtherwise(operand.type, type) ? storedArray(operand, elementOf(type)) : operand;
}

/** Stores an array in scratch memory, with elements of the given type. Null and undefined stay as they are. */
export function storedArray(operand: Expression, element = elementOf(operand.type)): Expression {
  const type = Object.freeze({ ...operand.type, core: arrayType(element).core });
  return make({ kind: 'array-call', operation: 'store', receiver: operand, arguments: [], type });
}

/** Makes one piece with bytes of any string; an absent value stays absent. */
export function flatten(operand: Expression): Expression {
  return operand.kind === 'flatten'
    ? operand
    : make({ kind: 'flatten', operand, type: Object.freeze({ ...operand.type, core: stringType().core }) });
}

/** Makes one piece with bytes of a string that is lazy or has several. Walks over text and variables of loops need it. */
export function onePiece(operand: Expression): Expression {
  const { core } = operand.type;
  return core.kind === 'string' && (core.lazy || core.pieces > 1) ? flatten(operand) : operand;
}

/** Gives a lazy string bytes; other strings keep their pieces. */
function unlazy(operand: Expression): Expression {
  return isLazy(operand.type) ? flatten(operand) : operand;
}

/** Fails the row if the operand is null or undefined. */
export function require(operand: Expression): Expression {
  return mayBeAbsent(operand.type) ? make({ kind: 'require', operand, type: presentType(operand.type) }) : operand;
}

export function truthy(operand: Expression): Expression {
  if (operand.kind === 'literal') return literal(Boolean(operand.value));
  return isBoolean(operand.type) ? operand : make({ kind: 'truthy', operand, type: booleanType });
}

export function not(operand: Expression): Expression {
  return operand.kind === 'not' ? operand.operand : make({ kind: 'not', operand: truthy(operand), type: booleanType });
}

/** ToNumber of a string, number, boolean, null or undefined, or `Number()` of a present bigint. */
export function toNumber(operand: Expression): Expression {
  if (operand.kind === 'literal') return literal(Number(operand.value));
  return operand.type.core.kind === 'number' && !mayBeAbsent(operand.type)
    ? operand
    : make({ kind: 'to-number', operand, type: doubleType });
}

/** `BigInt()` of a present bigint, number or boolean. */
export function toBigInt(operand: Expression): Expression {
  const { core } = operand.type;
  if (core.kind === 'bigint') return operand;
  if (operand.kind === 'literal' && Number.isSafeInteger(Number(operand.value)))
    return literal(BigInt(Number(operand.value)));
  return make({ kind: 'to-bigint', operand, type: bigintType(bigintRangeOf(operand.type)) });
}

/** The range of the integers that a number or boolean can be. */
function bigintRangeOf({ core }: Type): BigIntRange {
  if (core.kind === 'boolean') return { min: 0n, max: 1n };
  return core.kind === 'number' && core.form !== 'double' ? { min: -(2n ** 31n), max: 2n ** 31n - 1n } : int128Range;
}

export function negate(operand: Expression): Expression {
  if (isBigInt(operand)) {
    return operand.kind === 'literal' && typeof operand.value === 'bigint' && operand.value !== int128Range.min
      ? literal(-operand.value)
      : arithmetic('-', literal(0n), operand);
  }
  const number = toNumber(operand);
  return number.kind === 'literal'
    ? literal(-Number(number.value))
    : make({ kind: 'negate', operand: convert(number, doubleType), type: doubleType });
}

export function arithmetic(operator: ArithmeticOperator, left: Expression, right: Expression): Expression {
  if (left.type.core.kind === 'bigint' && right.type.core.kind === 'bigint') {
    const type = bigintType(within128(rangeOf(operator, left.type.core.range, right.type.core.range)));
    return make({ kind: 'arithmetic', operator, left, right, type });
  }
  const a = toNumber(left);
  const b = toNumber(right);
  if ((operator === '+' || operator === '-') && isPosition(a) && isSmallStep(b)) {
    return make({ kind: 'arithmetic', operator, left: a, right: b, type: positionType });
  }
  if (operator === '+' && isPosition(b) && isSmallStep(a)) {
    return make({ kind: 'arithmetic', operator, left: b, right: a, type: positionType });
  }
  return make({
    kind: 'arithmetic',
    operator,
    left: convert(a, doubleType),
    right: convert(b, doubleType),
    type: doubleType,
  });
}

function isBigInt({ type: { core } }: Expression): boolean {
  return core.kind === 'bigint';
}

function isPosition({ type: { core } }: Expression): boolean {
  return core.kind === 'number' && core.form === 'position';
}

function isSmallStep(e: Expression): boolean {
  return (
    e.kind === 'literal' && e.type === intType && typeof e.value === 'number' && Math.abs(e.value) <= maxPositionStep
  );
}

/** Builds an order between two strings, or between numbers and bigints. The caller has checked their kinds. */
export function compare(operator: CompareOperator, left: Expression, right: Expression): Expression {
  const comparable = (e: Expression) => (e.type.core.kind === 'string' || isBigInt(e) ? e : toNumber(e));
  const [a, b] = [comparable(left), comparable(right)];
  return make({ kind: 'compare', operator, left: a, right: b, type: booleanType });
}

export function equal(left: Expression, right: Expression): Expression {
  return make({ kind: 'equal', left, right, type: booleanType });
}

/** The type of either of two values. Two lazy strings have no common representation, so the result has bytes. */
function joinValues(a: Type, b: Type): Type | undefined {
  const type = joinTypes(a, b);
  return type && withBytes(type);
}

/** Builds `&&` or `||`. Undefined if the operands have no common type. */
export function logical(operator: '&&' | '||', left: Expression, right: Expression): Expression | undefined {
  // The left operand is the result only if it decides; an absent one never decides `||`.
  const kept = operator === '||' ? presentType(left.type) : left.type;
  const type = joinValues(kept.core.kind === 'nothing' && operator === '||' ? right.type : kept, right.type);
  return (
    type && make({ kind: 'logical', operator, left: heldFor(type, unlazy(left)), right: convert(right, type), type })
  );
}

/** Builds `??`. Undefined if the operands have no common type. */
export function coalesce(left: Expression, right: Expression): Expression | undefined {
  if (!mayBeAbsent(left.type)) return left;
  if (left.type.core.kind === 'nothing') return right;
  const type = joinValues(presentType(left.type), right.type);
  return type && make({ kind: 'coalesce', left: heldFor(type, unlazy(left)), right: convert(right, type), type });
}

/** Builds `?:`. Undefined if the branches have no common type. */
export function conditional(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression | undefined {
  const type = joinValues(whenTrue.type, whenFalse.type);
  return (
    type &&
    make({
      kind: 'conditional',
      test: truthy(test),
      whenTrue: convert(whenTrue, type),
      whenFalse: convert(whenFalse, type),
      type,
    })
  );
}

/** A string of several pieces is compared with at most so many constants without being flattened. */
const mostInPieces = 24;

/**
 * Builds the test that one of `elements` is the operand, by SameValueZero.
 *
 * @param constant The name in generated code, after the list in the source.
 */
export function member(operand: Expression, elements: readonly Constant[], constant?: string): Expression {
  // A Set compares values by SameValueZero itself.
  const all = new Set(elements);
  if (operand.kind === 'literal') return literal(all.has(operand.value));
  const possible = [...all].filter((element) => canBe(operand.type, element));
  // A search among many strings hashes bytes that lie in one piece.
  const searched = possible.length > mostInPieces ? onePiece(operand) : unlazy(operand);
  return make({ kind: 'member', operand: searched, elements: possible, constant, type: booleanType });
}

export function canBe({ core, mayBeNull, mayBeUndefined }: Type, value: Constant): boolean {
  if (value === null) return mayBeNull;
  if (value === undefined) return mayBeUndefined;
  if (typeof value === 'bigint') return core.kind === 'bigint' && core.range.min <= value && value <= core.range.max;
  return typeof value === core.kind;
}

/** ToString of any value. */
export function toText(operand: Expression): Expression {
  if (operand.kind === 'literal') return literal(String(operand.value));
  const { core } = operand.type;
  if (core.kind === 'string' && !mayBeAbsent(operand.type)) return operand;
  return make({
    kind: 'to-text',
    operand: unlazy(operand),
    type: stringType(core.kind === 'string' ? core.pieces : 1),
  });
}

/** Concatenates the strings of any values. Nested concatenations are flattened, neighbouring literals joined. */
export function concat(parts: readonly Expression[]): Expression {
  const flat: Expression[] = [];
  for (const part of parts.map(toText).flatMap((text) => (text.kind === 'concat' ? text.parts : [text]))) {
    const last = flat.at(-1);
    if (part.kind === 'literal' && last?.kind === 'literal') {
      flat[flat.length - 1] = literal(`${last.value}${part.value}`);
    } else if (part.kind !== 'literal' || part.value !== '') {
      flat.push(part);
    }
  }
  const [first] = flat;
  if (!first) return literal('');
  if (flat.length === 1) return first;
  return make({ kind: 'concat', parts: flat.map(unlazy), type: stringType(pieceCount(flat)) });
}

function pieceCount(parts: readonly Expression[]): number {
  return parts.reduce((sum, { type }) => sum + (type.core.kind === 'string' ? type.core.pieces : 1), 0);
}

/** Builds an operation of a string. The arguments are present strings or numbers. */
export function stringCall(
  operation: StringOperation,
  receiver: Expression,
  ...args: readonly Expression[]
): Expression {
  const present = require(receiver);
  const { typeOf, text } = stringOperation(operation);
  return make({
    kind: 'string-call',
    operation,
    receiver: present,
    // A filler is written repeatedly.
    arguments: text === 'filled' ? args.map(onePiece) : args,
    type: typeOf(present.type),
  });
}

/** Builds `replace` or `replaceAll` of present strings. `dollars` says that `$` patterns in the replacement are expanded. */
export function replace(
  occurrences: Replace['occurrences'],
  receiver: Expression,
  pattern: Expression,
  replacement: Expression,
  dollars: boolean,
): Expression {
  const { core } = replacement.type;
  const pieces = occurrences === 'first' && !dollars && core.kind === 'string' ? core.pieces + 2 : undefined;
  return make({
    kind: 'replace',
    occurrences,
    receiver: onePiece(require(receiver)),
    pattern: onePiece(pattern),
    replacement: pieces === undefined ? onePiece(replacement) : unlazy(replacement),
    dollars,
    type: pieces === undefined ? lazyStringType : stringType(pieces),
  });
}

/** Builds the string of one or more present numbers. */
export function codeString(of: CodeString['of'], codes: readonly Expression[]): Expression {
  return make({ kind: 'code-string', of, codes, type: lazyStringType });
}
