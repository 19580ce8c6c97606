import type { Arithmetic, Call, Expression } from '../../ir/expression.js';
import type { QuotientRounding } from '../../ir/interval.js';
import { doubleType, sameType } from '../../ir/type.js';
import { variableKey } from './bounded-interval.js';

type Rounding = Exclude<QuotientRounding, 'exact'>;

/** A division whose quotient a function rounds. */
export interface RoundedQuotient {
  readonly rounding: Rounding;
  readonly division: Arithmetic;
}

const roundings: Readonly<Record<string, Rounding>> = {
  'Math.floor': 'floor',
  'Math.ceil': 'ceil',
  'Math.trunc': 'trunc',
};

/** Returns `a / b` of `Math.floor(a / b)`, `Math.ceil(a / b)` or `Math.trunc(a / b)`. */
export function roundedQuotient(e: Call): RoundedQuotient | undefined {
  const rounding = roundings[e.intrinsic];
  const division = rounding && divisionOfNumbers(e.arguments[0], '/');
  return division && { rounding, division };
}

/** Returns a division of numbers that is computed in doubles. */
export function divisionOfNumbers(e: Expression | undefined, operator: '/' | '%'): Arithmetic | undefined {
  return e?.kind === 'arithmetic' && e.operator === operator && sameType(e.type, doubleType) ? e : undefined;
}

/** True for `(a - a % b) / b`, whose quotient has no fraction if `a` and `b` are integers. */
export function isExactQuotient({ left, right }: Arithmetic): boolean {
  if (left.kind !== 'arithmetic' || left.operator !== '-') return false;
  const remainder = divisionOfNumbers(left.right, '%');
  return remainder !== undefined && isSameOperand(left.left, remainder.left) && isSameOperand(remainder.right, right);
}

/** True if both expressions read the same variable, or are the same constant. */
export function isSameOperand(a: Expression, b: Expression): boolean {
  const key = divisorKey(a);
  return key !== undefined && key === divisorKey(b);
}

/** Names a divisor: `%3` for a variable, `7` for a constant. Undefined for other expressions. */
export function divisorKey(e: Expression): string | undefined {
  switch (e.kind) {
    case 'convert':
      return divisorKey(e.operand);
    case 'read':
      return variableKey(e.variable);
    case 'literal':
      return typeof e.value === 'number' ? String(e.value) : undefined;
    default:
      return undefined;
  }
}
