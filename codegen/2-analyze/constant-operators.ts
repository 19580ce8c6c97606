import { ts } from '../1-parse/ts.js';
import { bitsOfNumbers } from '../ir/bitwise.js';
import { literal } from '../ir/build.js';
import { call, parameterOf } from '../ir/intrinsics/call.js';
import { findIntrinsic } from '../ir/intrinsics/index.js';
import type { Constant } from '../ir/row-function.js';
import { bitwiseOperators } from './bitwise-operators.js';

const { SyntaxKind } = ts;

/** What an operator makes of two constant numbers. Undefined where that is not known for certain. */
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

/** The same of two bigints. Undefined also where JavaScript would throw. */
export function computeBigInts(operator: ts.SyntaxKind, a: bigint, b: bigint): bigint | undefined {
  // Larger ones are past any column, and could take the build's memory.
  const isSmall = b >= -256n && b <= 256n && a >= -(2n ** 256n) && a <= 2n ** 256n;
  switch (operator) {
    case SyntaxKind.PlusToken:
      return a + b;
    case SyntaxKind.MinusToken:
      return a - b;
    case SyntaxKind.AsteriskToken:
      return a * b;
    case SyntaxKind.AsteriskAsteriskToken:
      return isSmall && b >= 0n && a >= -1024n && a <= 1024n ? a ** b : undefined;
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
      return isSmall ? a << b : undefined;
    case SyntaxKind.GreaterThanGreaterThanToken:
      return isSmall ? a >> b : undefined;
    default:
      return undefined;
  }
}

/** The value of a built-in function of constant numbers and bigints, where it is the same on every engine. */
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
