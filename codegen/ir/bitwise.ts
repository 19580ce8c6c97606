import { type BigIntRange, hull, int128Range, rangeWithin } from './bigint-range.js';
import { convert, literal } from './build.js';
import type { Constant } from './constant-value.js';
import type { Bitwise, Expression } from './expression.js';
import { call } from './intrinsics/call.js';
import { constantOf } from './intrinsics/constant.js';
import type { BitwiseOperator } from './operations/operators.js';
import { bigintType, doubleType, intType } from './type.js';

/** Builds a bitwise operator of two numbers, which are converted by ToInt32, or of two present bigints. */
export function bitwise(operator: BitwiseOperator, left: Expression, right: Expression): Expression {
  const a = left.type.core;
  const b = right.type.core;
  if (a.kind === 'bigint' && b.kind === 'bigint') return bitwiseOfBigInts(operator, left, right);
  const x = call('ToInt32', left);
  const y = call('ToInt32', right);
  const node: Bitwise = Object.freeze({
    kind: 'bitwise',
    operator,
    left: x,
    right: y,
    // A result of `>>>` is never negative, and exceeds an int only if the shift count may be a multiple of 32.
    type: operator === '>>>' && !shifts(y) ? doubleType : intType,
  });
  return constantBits(node) ?? withoutNeutral(node);
}

function bitwiseOfBigInts(operator: BitwiseOperator, left: Expression, right: Expression): Expression {
  const a = left.type.core;
  const b = right.type.core;
  if (a.kind !== 'bigint' || b.kind !== 'bigint') throw new TypeError('Two bigints are asked for');
  const isShift = operator === '<<' || operator === '>>' || operator === '>>>';
  const exact = isShift
    ? rangeOfShift(operator, a.range, constantOf(right)?.value)
    : rangeOfBits(operator, a.range, b.range);
  if (!exact) return call(`BigInt ${operator}`, left, right);
  const type = bigintType(exact);
  const node: Bitwise = Object.freeze({ kind: 'bitwise', operator, left, right, type });
  return constantBits(node) ?? node;
}

/** The range of a shift by a constant. Undefined if a result may leave 128 bits. */
function rangeOfShift(operator: BitwiseOperator, { min, max }: BigIntRange, count: Constant): BigIntRange | undefined {
  if (typeof count !== 'bigint' || count < 0n || count > 127n || operator === '>>>') return undefined;
  const range = operator === '<<' ? { min: min << count, max: max << count } : { min: min >> count, max: max >> count };
  return rangeWithin(range, int128Range) ? range : undefined;
}

/** True if a shift count is known not to be a multiple of 32. */
function shifts(count: Expression): boolean {
  const found = constantOf(count);
  return found !== undefined && (Number(found.value) & 31) !== 0;
}

/** Removes operators without effect: `x | 0`, `x >> 0` and `~~x` are the int `x`. */
function withoutNeutral(e: Bitwise): Expression {
  const count = constantOf(e.right)?.value;
  if (count === 0 && e.operator !== '&' && e.operator !== '>>>') return e.left;
  const isTwice =
    e.operator === '^' &&
    count === -1 &&
    e.left.kind === 'bitwise' &&
    e.left.operator === '^' &&
    isMinusOne(e.left.right);
  return isTwice && e.left.kind === 'bitwise' ? e.left.left : e;
}

export function isMinusOne(e: Expression): boolean {
  const value = constantOf(e)?.value;
  return value === -1 || value === -1n;
}

/** Computes an operator between constants, in the form of its result. Undefined if an operand is not a constant. */
export function constantBits(e: Bitwise): Expression | undefined {
  const a = constantOf(e.left)?.value;
  const b = constantOf(e.right)?.value;
  if (typeof a === 'bigint' && typeof b === 'bigint') return literal(bitsOfBigInts(e.operator, a, b));
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  return convert(literal(bitsOfNumbers(e.operator, a, b)), e.type);
}

function bitsOfBigInts(operator: BitwiseOperator, a: bigint, b: bigint): bigint {
  if (operator === '<<') return a << b;
  if (operator === '>>') return a >> b;
  if (operator === '&') return a & b;
  return operator === '|' ? a | b : a ^ b;
}

/** Applies JavaScript's own operator. */
export function bitsOfNumbers(operator: BitwiseOperator, a: number, b: number): number {
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '>>>':
      return a >>> b;
  }
}

/** The range of a bitwise operator's results: they have as many bits as the wider operand. */
function rangeOfBits(operator: BitwiseOperator, a: BigIntRange, b: BigIntRange): BigIntRange {
  const { min, max } = hull(a, b);
  let limit = 1n;
  while (limit <= max || -limit > min) limit *= 2n;
  const bothNatural = min >= 0n;
  switch (operator) {
    case '&': {
      const natural = [a, b].filter((range) => range.min >= 0n);
      const [least] = natural.sort((x, y) => Number(x.max - y.max));
      return least ? { min: 0n, max: least.max } : { min: -limit, max: limit - 1n };
    }
    default:
      return { min: bothNatural ? 0n : -limit, max: limit - 1n };
  }
}
