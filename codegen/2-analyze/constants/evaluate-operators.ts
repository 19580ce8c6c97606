import { ts } from '../../1-parse/syntax/ts.js';
import type { Constant } from '../../ir/constant-value.js';
import { computeBigInts, computeCall, computeNumbers } from './operators.js';

interface Found {
  readonly value: Constant;
}

/** `-x`, `+x`, `!x`, `~x` of a constant; undefined where it is not known. */
export function evaluatePrefix(operator: ts.PrefixUnaryOperator, operand: Found | undefined): Found | undefined {
  if (!operand) return undefined;
  const { value } = operand;
  if (operator === ts.SyntaxKind.ExclamationToken) return { value: !value };
  if (typeof value === 'bigint' && operator === ts.SyntaxKind.MinusToken) return { value: -value };
  if (typeof value === 'bigint' && operator === ts.SyntaxKind.TildeToken) return { value: ~value };
  if (typeof value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return { value: -value };
  if (operator === ts.SyntaxKind.TildeToken) return { value: ~value };
  return operator === ts.SyntaxKind.PlusToken ? operand : undefined;
}

/** Two constants of one kind; undefined where the result is not known. Of bigints it may be larger than any that is of use. */
export function evaluateBinary(
  operator: ts.SyntaxKind,
  left: Found | undefined,
  right: Found | undefined,
): Found | 'too large' | undefined {
  const a = left?.value;
  const b = right?.value;
  if (typeof a === 'string' && typeof b === 'string' && operator === ts.SyntaxKind.PlusToken) return { value: a + b };
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    const value = computeBigInts(operator, a, b);
    return value === 'too large' ? value : found(value);
  }
  return typeof a === 'number' && typeof b === 'number' ? found(computeNumbers(operator, a, b)) : undefined;
}

/** `Math.max(1, limit)` and `BigInt.asUintN(64, seed)`: a built-in function of constants. */
export function evaluateBuiltIn(path: string, args: readonly Constant[]): Found | undefined {
  return found(computeCall(path, args));
}

function found(value: Constant): Found | undefined {
  return value === undefined ? undefined : { value };
}
