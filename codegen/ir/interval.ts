import type { ArithmeticOperator, BitwiseOperator, CompareOperator } from './expression.js';

/** Integers between two bounds, which may be infinite. -0, NaN and fractions are excluded. */
export interface Interval {
  readonly min: number;
  readonly max: number;
}

export const int32Interval: Interval = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** The largest bound that proves integers exact in doubles. A computed bound of 2^53 may be 2^53 + 1, rounded. */
export const largestExact = Number.MAX_SAFE_INTEGER;

export function isWithin(part: Interval, whole: Interval): boolean {
  return whole.min <= part.min && part.max <= whole.max;
}

export function hullOf(a: Interval, b: Interval): Interval {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** The range of an operator's results. Undefined if a result may be anything but an exact integer other than -0. */
export function combine(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  const result = bounds(operator, a, b);
  return result && Math.max(Math.abs(result.min), Math.abs(result.max)) <= largestExact ? result : undefined;
}

function bounds(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  switch (operator) {
    case '+':
      return { min: a.min + b.min, max: a.max + b.max };
    case '-':
      return { min: a.min - b.max, max: a.max - b.min };
    case '*':
      return mayBeMinusZero(a, b) || mayBeMinusZero(b, a) ? undefined : product(a, b);
    case '%':
      // The result has the dividend's sign, even if it is zero.
      return a.min >= 0 && b.min > 0 ? { min: 0, max: Math.min(a.max, b.max - 1) } : undefined;
    case '/':
      return undefined;
  }
}

/** Zero times a negative number is -0. */
function mayBeMinusZero(a: Interval, b: Interval): boolean {
  return a.min <= 0 && a.max >= 0 && b.min < 0;
}

function product(a: Interval, b: Interval): Interval {
  const ends = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
  return { min: Math.min(...ends), max: Math.max(...ends) };
}

/** The range of a bitwise operator's results for integers of 32 bits. */
export function combineBits(operator: BitwiseOperator, a: Interval, b: Interval): Interval {
  const lowest = Math.min(a.min, b.min);
  const highest = Math.max(a.max, b.max);
  // The results have as many bits as the wider operand.
  const limit =
    2 ** Math.max(32 - Math.clz32(highest < 0 ? ~highest : highest), 32 - Math.clz32(~Math.min(lowest, -1)));
  switch (operator) {
    case '&':
      if (a.min >= 0 || b.min >= 0)
        return {
          min: 0,
          max: Math.min(a.min >= 0 ? a.max : int32Interval.max, b.min >= 0 ? b.max : int32Interval.max),
        };
      return { min: -limit, max: limit - 1 };
    case '|':
      return { min: lowest >= 0 ? Math.max(a.min, b.min) : -limit, max: limit - 1 };
    case '^':
      return { min: lowest >= 0 ? 0 : -limit, max: limit - 1 };
    case '<<': {
      const isKnown = b.min >= 0 && b.max < 32;
      const shifted = { min: a.min * 2 ** (a.min < 0 ? b.max : b.min), max: a.max * 2 ** (a.max < 0 ? b.min : b.max) };
      return isKnown && isWithin(shifted, int32Interval) ? shifted : int32Interval;
    }
    case '>>':
      return shiftedRight(a, shiftCounts(b));
    case '>>>': {
      const counts = shiftCounts(b);
      return a.min >= 0 ? shiftedRight(a, counts) : { min: 0, max: (2 ** 32 - 1) >>> counts.min };
    }
  }
}

/** Shifts use five bits of the count. */
function shiftCounts(b: Interval): Interval {
  return b.min >= 0 && b.max < 32 ? b : { min: 0, max: 31 };
}

function shiftedRight(a: Interval, counts: Interval): Interval {
  return {
    min: a.min >> (a.min < 0 ? counts.min : counts.max),
    max: a.max >> (a.max < 0 ? counts.max : counts.min),
  };
}

/** The part of `a` for which `a operator b` can hold for some `b`. Undefined if it is empty. */
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
