import type { ArithmeticOperator, CompareOperator } from './expression.js';

/** Integers between two bounds, which may be infinite; never -0, NaN or a fraction. */
export interface Interval {
  readonly min: number;
  readonly max: number;
}

export const int32Interval: Interval = { min: -(2 ** 31), max: 2 ** 31 - 1 };

export function isWithin(part: Interval, whole: Interval): boolean {
  return whole.min <= part.min && part.max <= whole.max;
}

export function hullOf(a: Interval, b: Interval): Interval {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** What an operator makes of integers; undefined where it may give anything but an exact integer that is not -0. */
export function combine(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  const result = bounds(operator, a, b);
  return result && Math.max(Math.abs(result.min), Math.abs(result.max)) <= 2 ** 53 ? result : undefined;
}

function bounds(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  switch (operator) {
    case '+':
      return { min: a.min + b.min, max: a.max + b.max };
    case '-':
      return { min: a.min - b.max, max: a.max - b.min };
    case '*':
      // Zero times something negative is -0.
      return a.min >= 0 && b.min >= 0 ? { min: a.min * b.min, max: a.max * b.max } : undefined;
    case '%':
      // The sign is the dividend's, that of a zero too.
      return a.min >= 0 && b.min > 0 ? { min: 0, max: Math.min(a.max, b.max - 1) } : undefined;
    case '/':
      return undefined;
  }
}

/** The part of `a` for which `a operator b` can hold, for some `b`; undefined where there is none. */
export function restrict(a: Interval, operator: CompareOperator, b: Interval): Interval | undefined {
  const { min, max } = a;
  const part = {
    '<': { min, max: Math.min(max, b.max - 1) },
    '<=': { min, max: Math.min(max, b.max) },
    '>': { min: Math.max(min, b.min + 1), max },
    '>=': { min: Math.max(min, b.min), max },
  }[operator];
  return part.min <= part.max ? part : undefined;
}
