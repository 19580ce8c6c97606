import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { int32Interval, largestExact } from '../../ir/interval.js';
import { call } from '../../ir/intrinsics/call.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { rewriteExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { intType, mayBeAbsent } from '../../ir/type.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { divisionOfNumbers } from './rounded-quotient.js';
import { valueRanges } from './value-ranges.js';

/**
 * Computes with integers if the expression around cannot tell the difference.
 *
 * - ToInt32 truncates to 32 bits, so `(hash * 31 + unit) | 0` of integers is computed modulo 2^32 if JavaScript's intermediate doubles are
 *   exact. It also makes 0 of -0, as in `(i / 2) | 0`.
 * - A comparison or a truth test treats -0 as 0: `i % 2 === 0`.
 */
export function wrapping(fn: RowFunction): RowFunction {
  const ranges = valueRanges(fn);
  const change = (e: Expression): Expression => {
    const remainder = (operand: Expression) => integerDivision(operand, '%', ranges, fn) ?? operand;
    switch (e.kind) {
      case 'call': {
        const operand = e.intrinsic === 'ToInt32' ? e.arguments[0] : undefined;
        if (!operand) return e;
        const division = integerDivision(operand, '/', ranges, fn) ?? integerDivision(operand, '%', ranges, fn);
        return division ?? wrapped(operand, ranges, fn)?.value ?? e;
      }
      case 'equal':
      case 'compare':
        return [e.left, e.right].every(isPresentNumber)
          ? { ...e, left: remainder(e.left), right: remainder(e.right) }
          : e;
      case 'truthy':
        return { ...e, operand: remainder(e.operand) };
      default:
        return e;
    }
  };
  return { ...fn, body: rewriteExpressions(fn.body, change) };
}

/** An integer modulo 2^32, as an int, with a limit of the double's absolute value. */
interface Wrapped {
  readonly value: Expression;
  readonly limit: number;
}

function wrapped(e: Expression, ranges: ValueRanges, fn: RowFunction): Wrapped | undefined {
  if (isInt(e)) {
    const { min, max } = rangeOfNumber(e, ranges, fn) ?? int32Interval;
    return { value: e, limit: Math.max(-min, max) };
  }
  switch (e.kind) {
    case 'literal': {
      if (typeof e.value !== 'number' || !Number.isSafeInteger(e.value)) return undefined;
      return { value: literal(e.value | 0), limit: Math.abs(e.value) };
    }
    case 'convert':
      return wrapped(e.operand, ranges, fn);
    case 'bitwise':
      // `>>> 0` only changes the sign.
      return e.operator === '>>>' && e.right.kind === 'literal' && Number(e.right.value) % 32 === 0
        ? { value: e.left, limit: 2 ** 32 }
        : undefined;
    case 'negate': {
      const operand = wrapped(e.operand, ranges, fn);
      return operand && { value: call('Int32 -', literal(0), operand.value), limit: operand.limit };
    }
    case 'arithmetic': {
      if (e.operator === '/' || e.operator === '%' || e.type.core.kind !== 'number') return undefined;
      const left = wrapped(e.left, ranges, fn);
      const right = wrapped(e.right, ranges, fn);
      if (!left || !right) return undefined;
      const limit = e.operator === '*' ? left.limit * right.limit : left.limit + right.limit;
      const name = e.operator === '*' ? 'Math.imul' : `Int32 ${e.operator}`;
      return limit <= largestExact ? { value: call(name, left.value, right.value), limit } : undefined;
    }
    default:
      return undefined;
  }
}

function isPresentNumber({ type }: Expression): boolean {
  return type.core.kind === 'number' && !mayBeAbsent(type);
}

/** Builds `a / b`, truncated, or `a % b` of ints as processors divide them, which differs only in the sign of a zero. */
function integerDivision(
  e: Expression,
  operator: '/' | '%',
  ranges: ValueRanges,
  fn: RowFunction,
): Expression | undefined {
  const division = divisionOfNumbers(e, operator);
  const left = division && asInt(division.left);
  const right = division && asInt(division.right);
  if (!left || !right) return undefined;
  const a = rangeOfNumber(left, ranges, fn) ?? int32Interval;
  const b = rangeOfNumber(right, ranges, fn) ?? int32Interval;
  // The one quotient outside 32 bits, which processors do not compute.
  const mayOverflow = a.min === int32Interval.min && b.min <= -1 && b.max >= -1;
  const mayBeZero = b.min <= 0 && b.max >= 0;
  return mayBeZero || mayOverflow ? undefined : { ...division, left, right, type: intType };
}

function asInt(e: Expression): Expression | undefined {
  if (isInt(e)) return e;
  if (e.kind === 'literal' && typeof e.value === 'number' && (e.value | 0) === e.value) return literal(e.value);
  return e.kind === 'convert' ? asInt(e.operand) : undefined;
}
