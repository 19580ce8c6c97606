import { literal } from '../../ir/build.js';
import type { Call, Expression } from '../../ir/expression.js';
import { type Interval, int32Interval, largestExact } from '../../ir/interval.js';
import { call } from '../../ir/intrinsics/call.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, intType, sameType } from '../../ir/type.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';

/** An integer modulo 2^32, as an int, with a limit of the double's absolute value. */
export interface Wrapped {
  readonly value: Expression;
  readonly limit: number;
}

/**
 * Builds an integer modulo 2^32 as an int. Undefined if an intermediate double may be rounded, or is no integer.
 *
 * @param held the variables that hold integers modulo 2^32, with the ranges of their whole values
 */
export function wrapped(
  e: Expression,
  ranges: ValueRanges,
  fn: RowFunction,
  held: ValueRanges = new Map(),
): Wrapped | undefined {
  if (isInt(e)) return { value: e, limit: limitOf(rangeOfNumber(e, ranges, fn) ?? int32Interval) };
  const below = (operand: Expression) => wrapped(operand, ranges, fn, held);
  switch (e.kind) {
    case 'literal': {
      if (typeof e.value !== 'number' || !Number.isSafeInteger(e.value)) return undefined;
      return { value: literal(e.value | 0), limit: Math.abs(e.value) };
    }
    case 'read': {
      const range = sameType(e.type, doubleType) ? held.get(e.variable) : undefined;
      return range && { value: { ...e, type: intType }, limit: limitOf(range) };
    }
    case 'conditional': {
      const [whenTrue, whenFalse] = [below(e.whenTrue), below(e.whenFalse)];
      if (!whenTrue || !whenFalse) return undefined;
      const value = { ...e, whenTrue: whenTrue.value, whenFalse: whenFalse.value, type: intType };
      return { value, limit: Math.max(whenTrue.limit, whenFalse.limit) };
    }
    case 'convert':
      return below(e.operand);
    case 'bitwise':
      // `>>> 0` only changes the sign.
      return e.operator === '>>>' && e.right.kind === 'literal' && Number(e.right.value) % 32 === 0
        ? { value: e.left, limit: 2 ** 32 }
        : undefined;
    case 'negate': {
      const operand = below(e.operand);
      return operand && { value: call('Int32 -', literal(0), operand.value), limit: operand.limit };
    }
    case 'arithmetic': {
      if (e.operator === '/' || e.operator === '%' || e.type.core.kind !== 'number') return undefined;
      const left = below(e.left);
      const right = below(e.right);
      if (!left || !right) return undefined;
      const limit = e.operator === '*' ? left.limit * right.limit : left.limit + right.limit;
      return limit <= largestExact ? { value: call(`Int32 ${e.operator}`, left.value, right.value), limit } : undefined;
    }
    default:
      return undefined;
  }
}

/** True for arithmetic modulo 2^32 that stands for exact arithmetic. */
export function isWrapped(e: Expression): e is Call {
  return e.kind === 'call' && e.intrinsic.startsWith('Int32 ');
}

function limitOf({ min, max }: Interval): number {
  return Math.max(-min, max);
}
