import type { ColumnTypeName } from '../../../schema/column-types.js';
import type { Arithmetic, ArrayCall, Expression, Pick } from '../../ir/expression.js';
import {
  checkedRange,
  combine,
  combineBits,
  exactInterval,
  hullOf,
  type Interval,
  int32Interval,
  largestExact,
  narrowed,
  quotientRange,
  withMinusZero,
  withoutMinusZero,
} from '../../ir/interval.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, longType, mayBeAbsent, presentType, sameType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { BoundedInterval } from './bounded-interval.js';
import { divisorKey, isExactQuotient, isSameOperand, roundedQuotient } from './rounded-quotient.js';
import { dayMilliseconds } from './whole-days.js';

/** The ranges of the integers that variables hold, and of the lengths of texts. A variable without a range may hold anything. */
export type ValueRanges = ReadonlyMap<VariableId, BoundedInterval>;

/** No engine has longer strings: the limit of V8 has been at most 2^30 - 25 units. */
export const longestString = 2 ** 30;
/** The elements of a list, or the bytes of a value, that the 32-bit offsets of a column allow. */
const longestList = 2 ** 31 - 1;
/** The longest list of an attempt with checked integers. Sums of so many integers of 32 bits are exact doubles. */
const longestAttempted = 2 ** 21;

/** Returns the range of a number. Undefined if it may be anything but an integer. */
export function rangeOfNumber(e: Expression, ranges: ValueRanges, fn: RowFunction): Interval | undefined {
  return rangeFromOperands(e, ranges, fn, (operand) => rangeOfNumber(operand, ranges, fn));
}

/** Returns the range of a number whose operands have the ranges that `below` gives. */
export function rangeFromOperands(
  e: Expression,
  ranges: ValueRanges,
  fn: RowFunction,
  below: (operand: Expression) => Interval | undefined,
): Interval | undefined {
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'number' && isKnownInteger(e.value, fn)
        ? withMinusZero({ min: e.value + 0, max: e.value + 0 }, Object.is(e.value, -0))
        : undefined;
    case 'read':
      if (mayBeAbsent(e.type) || e.type.core.kind !== 'number') return undefined;
      return ranges.get(e.variable) ?? columnRange(e.variable, fn) ?? longRange(e.variable, fn);
    case 'convert':
      return mayBeAbsent(e.type) ? undefined : below(e.operand);
    case 'array-call':
      return mayBeAbsent(e.type) ? undefined : arrayRange(e, fn);
    case 'string-call':
      if (e.operation === 'charCodeWithin') return { min: 0, max: 0xffff };
      return e.operation === 'length' ? { min: leastLength(e.receiver, ranges), max: longestString } : undefined;
    case 'match-part':
      return e.part === 'index' || typeof e.part === 'object' ? { min: -1, max: longestString } : undefined;
    case 'negate': {
      const operand = below(e.operand);
      if (fn.assumesIntegers) return operand && checkedRange('*', operand, { min: -1, max: -1 });
      return operand && combine('*', operand, { min: -1, max: -1 });
    }
    case 'arithmetic':
      return e.type.core.kind === 'number' ? arithmeticRange(e, below, fn.assumesIntegers === true) : undefined;
    case 'bitwise':
      return e.type.core.kind === 'number'
        ? combineBits(e.operator, below(e.left) ?? int32Interval, below(e.right) ?? int32Interval)
        : undefined;
    case 'call': {
      const quotient = roundedQuotient(e);
      const dividend = quotient && below(quotient.division.left);
      const divisor = quotient && below(quotient.division.right);
      if (dividend && divisor && fn.assumesIntegers) return checkedRange(`${quotient.rounding} /`, dividend, divisor);
      if (dividend && divisor) return quotientRange(quotient.rounding, dividend, divisor);
      return intrinsicOf(e).range?.(e.arguments.map(below));
    }
    case 'find':
      return { min: -1, max: e.keys.length - 1 };
    case 'pick':
      return pickedRange(e);
    case 'coalesce': {
      // Its operands are not computed with checked integers. Those of `list[i] ?? 0` have ranges without.
      if (fn.assumesIntegers && !(e.left.kind === 'array-call' && isLiteral(e.right))) return undefined;
      const left = rangeOfPresent(e.left, ranges, fn);
      const right = below(e.right);
      return left && right && hullOf(left, right);
    }
    case 'conditional': {
      const whenTrue = below(e.whenTrue);
      const whenFalse = below(e.whenFalse);
      return whenTrue && whenFalse && hullOf(whenTrue, whenFalse);
    }
    default:
      return undefined;
  }
}

function isLiteral(e: Expression): boolean {
  return e.kind === 'literal' || (e.kind === 'convert' && isLiteral(e.operand));
}

/** True for an integer; where numbers are assumed to be integers, for one that a `long` holds. */
function isKnownInteger(value: number, { assumesIntegers }: RowFunction): boolean {
  return assumesIntegers ? Number.isSafeInteger(value) : Number.isInteger(value);
}

function leastLength(text: Expression, ranges: ValueRanges): number {
  return text.kind === 'read' && text.type.core.kind === 'string' ? (ranges.get(text.variable)?.min ?? 0) : 0;
}

/** Returns the range of a value where it is present. */
function rangeOfPresent(e: Expression, ranges: ValueRanges, fn: RowFunction): Interval | undefined {
  return rangeOfNumber({ ...e, type: presentType(e.type) }, ranges, fn);
}

function arithmeticRange(
  e: Arithmetic,
  below: (operand: Expression) => Interval | undefined,
  isChecked: boolean,
): Interval | undefined {
  const left = below(e.left);
  const right = below(e.right);
  if (!left || !right) return undefined;
  if (e.operator === '/') {
    if (isInt(e)) return quotientRange('trunc', left, right) ?? int32Interval;
    const isExact = isExactQuotient(e) || (left.multipleOf !== undefined && left.multipleOf === divisorKey(e.right));
    if (isChecked) return isExact ? checkedRange('/', left, right) : undefined;
    return isExact ? quotientRange('exact', left, right) : undefined;
  }
  if (e.operator === '*' && isSameOperand(e.left, e.right))
    return squareRange(left) ?? (isChecked ? naturals : undefined);
  if (isChecked && !isInt(e)) return checkedRange(e.operator, left, right);
  const range = combine(e.operator, left, right);
  return range && isInt(e) ? withinInt(withoutMinusZero(range)) : range;
}

/** The part of a range that an int holds. The ranges that proved an int may have been narrower than these. */
function withinInt(range: Interval): Interval {
  const { min, max } = int32Interval;
  return narrowed(range, Math.max(range.min, min), Math.min(range.max, max)) ?? int32Interval;
}

const naturals: Interval = { min: 0, max: largestExact };

/** A square is never -0. */
function squareRange({ min, max }: Interval): Interval | undefined {
  const most = Math.max(-min, max);
  return combine('*', { min: 0, max: most }, { min: 0, max: most });
}

/** Undefined if a value may be anything but an integer. */
function pickedRange({ values, type }: Pick): Interval | undefined {
  if (mayBeAbsent(type)) return undefined;
  let range: Interval | undefined;
  for (const value of values) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
    const own = withMinusZero({ min: value + 0, max: value + 0 }, Object.is(value, -0));
    range = range ? hullOf(range, own) : own;
  }
  return range;
}

/**
 * Returns the most elements of an array, or code points of a string. A string has at most one piece more than units. The elements of a list
 * have at most 2^31 - 1 bytes, and attempts end at longer lists than {@link longestAttempted}.
 */
export function mostElements({ core }: Type, { assumesIntegers }: { readonly assumesIntegers?: true }): number {
  const source = core.kind === 'array' && core.lazy;
  if (!source || source === 'pieces') return longestString + 1;
  if (!source.startsWith('list<')) return longestList;
  return assumesIntegers ? longestAttempted : /8|bool/.test(source) ? longestList : longestString;
}

/** Returns the range of the elements of a list that are never null. Undefined if they may be anything but small integers. */
export function rangeOfElements(array: Expression | undefined): Interval | undefined {
  const { core } = array?.type ?? {};
  const source = core?.kind === 'array' && core.lazy ? core.lazy : '';
  const [, type] = /^list<(u?int(?:8|16|32))>$/.exec(source) ?? [];
  return type === undefined ? undefined : rangeOfColumn(type as ColumnTypeName);
}

function arrayRange({ operation, receiver }: ArrayCall, fn: RowFunction): Interval | undefined {
  const most = mostElements(receiver.type, fn);
  switch (operation) {
    case 'length':
      return { min: 0, max: most };
    case 'indexOf':
    case 'lastIndexOf':
      return { min: -1, max: most - 1 };
    case 'element':
    case 'item':
    case 'at':
      return rangeOfElements(receiver);
    default:
      return undefined;
  }
}

/** The range of a variable that an attempt holds as a `long`. In JavaScript it may be -0. */
function longRange(id: VariableId, { variables }: RowFunction): Interval | undefined {
  return sameType(variables[id]?.stored ?? doubleType, longType) ? { ...exactInterval, minusZero: true } : undefined;
}

function columnRange(id: VariableId, { variables, input }: RowFunction): Interval | undefined {
  const place = variables[id]?.column;
  const column = place === undefined ? undefined : input[place];
  if (column?.scalar === 'index') return { min: 0, max: Number.MAX_SAFE_INTEGER };
  return column && rangeOfColumn(column.type);
}

/** Returns the range of a column's values as row functions see them. Undefined if they may be anything but integers. */
export function rangeOfColumn(type: ColumnTypeName): Interval | undefined {
  switch (type) {
    case 'int8':
      return { min: -128, max: 127 };
    case 'uint8':
      return { min: 0, max: 255 };
    case 'int16':
      return { min: -(2 ** 15), max: 2 ** 15 - 1 };
    case 'uint16':
      return { min: 0, max: 2 ** 16 - 1 };
    case 'int32':
      return int32Interval;
    case 'uint32':
      return { min: 0, max: 2 ** 32 - 1 };
    case 'date32':
      // Milliseconds of whole days are exact doubles, even beyond 2^53.
      return { min: int32Interval.min * dayMilliseconds, max: int32Interval.max * dayMilliseconds };
    case 'timestamp[s]':
      return { min: -(2 ** 63) * 1000, max: 2 ** 63 * 1000 };
    case 'timestamp[ms]':
      return { min: -(2 ** 63), max: 2 ** 63 };
    default:
      return undefined;
  }
}
