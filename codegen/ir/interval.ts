import type { ArithmeticOperator, BitwiseOperator, CompareOperator } from './operations/operators.js';

/** Integers between two bounds, which may be infinite. NaN and fractions are excluded. */
export interface Interval {
  readonly min: number;
  readonly max: number;
  /** Set if -0 is possible, too. The bounds include 0 then. */
  readonly minusZero?: true;
  /** Set if 0 and -0 are excluded, although they lie between the bounds. */
  readonly nonZero?: true;
  /** The divisor of which all values are multiples, as {@link divisorKey} names it. */
  readonly multipleOf?: string;
}

export const int32Interval: Interval = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** The largest bound that proves integers exact in doubles. A computed bound of 2^53 may be 2^53 + 1, rounded. */
export const largestExact = Number.MAX_SAFE_INTEGER;

/** The integers that a `long` holds. */
export const exactInterval: Interval = { min: -largestExact, max: largestExact };

export function mayBeZero({ min, max, nonZero }: Interval): boolean {
  return min <= 0 && max >= 0 && !nonZero;
}

/** Returns the range with -0, if that is possible and 0 is in the range. */
export function withMinusZero({ min, max }: Interval, isPossible: boolean): Interval {
  return isPossible && min <= 0 && max >= 0 ? { min, max, minusZero: true } : { min, max };
}

/** Returns the range of the same numbers where -0 has become 0. */
export function withoutMinusZero({ minusZero: _, ...range }: Interval): Interval {
  return range;
}

export function isWithin(part: Interval, whole: Interval): boolean {
  return whole.min <= part.min && part.max <= whole.max;
}

export function hullOf(a: Interval, b: Interval): Interval {
  const min = Math.min(a.min, b.min);
  const max = Math.max(a.max, b.max);
  return {
    min,
    max,
    ...(a.minusZero || b.minusZero ? { minusZero: true } : {}),
    ...(min > 0 || max < 0 || mayBeZero(a) || mayBeZero(b) ? {} : { nonZero: true }),
    ...(a.multipleOf !== undefined && a.multipleOf === b.multipleOf ? { multipleOf: a.multipleOf } : {}),
  };
}

/** The range of an operator's results. Undefined if a result may be anything but an exact integer. */
export function combine(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  const result = bounds(operator, a, b);
  if (!result || Math.max(Math.abs(result.min), Math.abs(result.max)) > largestExact) return undefined;
  return withMinusZero(result, mayBeMinusZero(operator, a, b));
}

/** An operator of integers, or a rounded quotient. */
export type CheckedOperator = ArithmeticOperator | `${Exclude<QuotientRounding, 'exact'>} /`;

/**
 * The range of an operator's results in an attempt with checked integers, which ends at a divisor of 0 and at any result that is no integer
 * up to 2^53 - 1.
 */
export function checkedRange(operator: CheckedOperator, a: Interval, b: Interval): Interval {
  return withMinusZero(clamped(checkedBounds(operator, a, b)), mayBeMinusZero(operator, a, b));
}

function checkedBounds(operator: CheckedOperator, a: Interval, b: Interval): Interval {
  switch (operator) {
    case '+':
    case '-':
    case '*':
      return bounds(operator, a, b) ?? exactInterval;
    case '%':
      return bounds('%', a, { ...b, nonZero: true }) ?? exactInterval;
    default: {
      // The divisors nearest to 0 are 1 and -1.
      const divisors = [b.min, b.max, ...[-1, 1].filter((one) => b.min <= one && one <= b.max)].filter(
        (one) => one !== 0,
      );
      const quotients = divisors.flatMap((divisor) => [a.min / divisor, a.max / divisor]);
      if (quotients.length === 0) return exactInterval;
      return { min: Math.floor(Math.min(...quotients)) + 0, max: Math.ceil(Math.max(...quotients)) + 0 };
    }
  }
}

function clamped({ min, max }: Interval): Interval {
  return {
    min: Math.min(Math.max(min, -largestExact), largestExact),
    max: Math.min(Math.max(max, -largestExact), largestExact),
  };
}

function bounds(operator: ArithmeticOperator, a: Interval, b: Interval): Interval | undefined {
  switch (operator) {
    case '+':
      return { min: a.min + b.min, max: a.max + b.max };
    case '-':
      return { min: a.min - b.max, max: a.max - b.min };
    case '*':
      return product(a, b);
    case '%': {
      if (mayBeZero(b)) return undefined;
      const most = Math.max(-b.min, b.max) - 1;
      return { min: Math.max(Math.min(a.min, 0), -most) + 0, max: Math.min(Math.max(a.max, 0), most) };
    }
    case '/':
      return undefined;
  }
}

/** True if an operator's result may be -0, for operands that are integers. */
function mayBeMinusZero(operator: CheckedOperator, a: Interval, b: Interval): boolean {
  const isNegative = ({ min, minusZero }: Interval) => min < 0 || minusZero === true;
  switch (operator) {
    case '+':
      return a.minusZero === true && b.minusZero === true;
    case '-':
      return a.minusZero === true && mayBeZero(b);
    case '*':
      return (
        (mayBeZero(a) && isNegative(b)) ||
        (mayBeZero(b) && isNegative(a)) ||
        (a.minusZero === true && b.max >= 0) ||
        (b.minusZero === true && a.max >= 0)
      );
    case '%':
      // The result has the dividend's sign, even if it is zero.
      return isNegative(a);
    default:
      return isNegative(a) || isNegative(b);
  }
}

function product(a: Interval, b: Interval): Interval {
  const ends = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
  return { min: Math.min(...ends) + 0, max: Math.max(...ends) + 0 };
}

/** A way in which a quotient becomes an integer. An exact one is an integer already. */
export type QuotientRounding = 'floor' | 'ceil' | 'trunc' | 'exact';

/**
 * Up to this size the nearest double of a quotient is never rounded to an integer: a quotient that is not an integer differs from one by
 * at least 2^-32.
 */
const largestDivided = 2 ** 32;

/** The range of a rounded quotient of integers. Undefined if the divisor may be 0, or an operand is too large. */
export function quotientRange(rounding: QuotientRounding, a: Interval, b: Interval): Interval | undefined {
  const most = Math.max(-a.min, a.max);
  if (mayBeZero(b) || Math.max(most, -b.min, b.max) > largestDivided) return undefined;
  const ends = [b.min, b.max].flatMap((divisor) => [a.min / divisor, a.max / divisor]);
  // Divisors on both sides of 0 include 1 and -1.
  const whole = b.min < 0 && b.max > 0 ? [-most, most] : ends;
  const round = rounding === 'exact' ? Math.trunc : Math[rounding];
  const range = { min: round(Math.min(...whole)) + 0, max: round(Math.max(...whole)) + 0 };
  const isOfZero = (mayBeZero(a) && b.min < 0) || (a.minusZero === true && b.max > 0);
  const isOfNegative = (a.min < 0 && b.max > 0) || (a.max > 0 && b.min < 0);
  const keepsFractions = rounding === 'ceil' || rounding === 'trunc';
  return withMinusZero(range, isOfZero || (keepsFractions && isOfNegative));
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
  if (b.min === b.max) return { min: b.min & 31, max: b.min & 31 };
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
  return narrowed(a, part.min, part.max);
}

/** The part of a range between two bounds. Undefined if it is empty. */
export function narrowed(range: Interval, min: number, max: number): Interval | undefined {
  if (min > max) return undefined;
  const { minusZero: _, ...part } = { ...range, min, max };
  if (range.nonZero) return withoutZero(part);
  return range.minusZero && min <= 0 && max >= 0 ? { ...part, minusZero: true } : part;
}

/** The part of a range that is not zero. Undefined if it is empty. */
export function withoutZero(range: Interval): Interval | undefined {
  const { minusZero: _, nonZero: __, ...part } = range;
  const min = range.min === 0 ? 1 : range.min;
  const max = range.max === 0 ? -1 : range.max;
  if (min > max) return undefined;
  return min < 0 && max > 0 ? { ...part, min, max, nonZero: true } : { ...part, min, max };
}
