import { ts } from '../../../1-parse/syntax/ts.js';
import { bitsOfNumbers } from '../../../ir/bitwise.js';
import { literal } from '../../../ir/build.js';
import { call, parameterOf } from '../../../ir/intrinsics/call.js';
import { findIntrinsic } from '../../../ir/intrinsics/index.js';
import type { Constant } from '../../../ir/row-function.js';
import { bitwiseOperators } from '../../syntax/bitwise-operators.js';

const { SyntaxKind } = ts;

/** Returns the result of an operator for two numbers. Undefined if it is not known for certain. */
export function computeNumbers(operator: ts.SyntaxKind, a: number, b: number): number | undefined {
  const bits = bitwiseOperators.get(operator);
  if (bits) return bitsOfNumbers(bits, a, b);
  switch (operator) {
    case SyntaxKind.PlusToken:
      return a + b;
    case SyntaxKind.MinusToken:
      return a - b;
    case SyntaxKind.AsteriskToken:
      return a * b;
    case SyntaxKind.SlashToken:
      return a / b;
    case SyntaxKind.PercentToken:
      return a % b;
    case SyntaxKind.AsteriskAsteriskToken:
      return computeCall('Math.pow', [a, b]) as number | undefined;
    default:
      return undefined;
  }
}

/** The most bits of a bigint in a constant computation. Larger ones fit no column, and could take the build's memory. */
const mostBits = 1024n;

/** Returns the result of an operator for two bigints. Undefined if it is not known or JavaScript would throw. */
export function computeBigInts(operator: ts.SyntaxKind, a: bigint, b: bigint): bigint | 'too large' | undefined {
  const value = bigintOf(operator, a, b);
  return typeof value === 'bigint' && value >> mostBits !== 0n && value >> mostBits !== -1n ? 'too large' : value;
}

/** Returns the result for operands within the limit, which may be past it. */
function bigintOf(operator: ts.SyntaxKind, a: bigint, b: bigint): bigint | 'too large' | undefined {
  switch (operator) {
    case SyntaxKind.PlusToken:
      return a + b;
    case SyntaxKind.MinusToken:
      return a - b;
    case SyntaxKind.AsteriskToken:
      return a * b;
    case SyntaxKind.AsteriskAsteriskToken:
      return b < 0n ? undefined : power(a, b);
    case SyntaxKind.SlashToken:
      return b === 0n ? undefined : a / b;
    case SyntaxKind.PercentToken:
      return b === 0n ? undefined : a % b;
    case SyntaxKind.AmpersandToken:
      return a & b;
    case SyntaxKind.BarToken:
      return a | b;
    case SyntaxKind.CaretToken:
      return a ^ b;
    case SyntaxKind.LessThanLessThanToken:
      return shiftLeft(a, b);
    case SyntaxKind.GreaterThanGreaterThanToken:
      return shiftLeft(a, -b);
    default:
      return undefined;
  }
}

function power(a: bigint, b: bigint): bigint | 'too large' {
  if (a >= -1n && a <= 1n) return a === -1n && b % 2n === 0n ? 1n : b === 0n ? 1n : a;
  return b <= mostBits ? a ** b : 'too large';
}

/** Shifts left, or right if the count is negative. */
function shiftLeft(a: bigint, count: bigint): bigint | 'too large' {
  if (count > mostBits) return a === 0n ? a : 'too large';
  return count < -mostBits ? (a < 0n ? -1n : 0n) : a << count;
}

/** Returns the value of a built-in function of numbers and bigints. Undefined if it is not the same on every engine. */
export function computeCall(path: string, args: readonly Constant[]): Constant {
  const intrinsic = findIntrinsic(path);
  const fits = (arg: Constant, index: number) => {
    const parameter = intrinsic && parameterOf(intrinsic, index);
    return typeof arg === (parameter === 'int32' ? 'number' : parameter);
  };
  if (!intrinsic || !args.every(fits)) return undefined;
  const value = call(path, ...args.map(literal));
  return value.kind === 'literal' ? value.value : undefined;
}
