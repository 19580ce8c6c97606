import type { Arithmetic, Call, Expression } from '../../ir/expression.js';
import type { Interval } from '../../ir/interval.js';

/** Returns `a / b` of `Math.floor(a / b)` or `Math.trunc(a / b)`, which divide integers. */
export function roundedQuotient(e: Call): Arithmetic | undefined {
  if (e.intrinsic !== 'Math.floor' && e.intrinsic !== 'Math.trunc') return undefined;
  return divisionOfNumbers(e.arguments[0], '/');
}

/** Returns a division of numbers that is computed in doubles. */
export function divisionOfNumbers(e: Expression | undefined, operator: '/' | '%'): Arithmetic | undefined {
  const core = e?.type.core;
  return e?.kind === 'arithmetic' && e.operator === operator && core?.kind === 'number' && core.form === 'double'
    ? e
    : undefined;
}

/**
 * Up to this size the nearest double of a quotient is never rounded up to an integer: a quotient that is not an integer differs from one by
 * at least 2^-32.
 */
const largest = 2 ** 32;

/** The range of the quotient of integers, rounded down. Undefined if it may be -0 or not an integer. */
export function quotientRange(a: Interval, b: Interval): Interval | undefined {
  if (a.min < 0 || a.max > largest || b.min < 1 || b.max > largest) return undefined;
  return { min: Math.floor(a.min / b.max), max: Math.floor(a.max / b.min) };
}
