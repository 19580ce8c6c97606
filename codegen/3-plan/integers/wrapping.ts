import type { Expression } from '../../ir/expression.js';
import { int32Interval } from '../../ir/interval.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { rewriteExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { intType, mayBeAbsent } from '../../ir/type.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { divisionOfNumbers } from './rounded-quotient.js';
import { valueRanges } from './value-ranges.js';
import { wrapped } from './wrapped.js';

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
  return e.kind === 'convert' ? asInt(e.operand) : undefined;
}
