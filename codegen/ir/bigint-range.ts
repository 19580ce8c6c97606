/** Every bigint between two bounds, both included: the possible values at build time. */
export interface BigIntRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** The representation of a bigint in native code: the narrowest integer type that holds its range. */
export type BigIntForm = 'int64' | 'uint64' | 'int128';

export const int64Range: BigIntRange = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
export const uint64Range: BigIntRange = { min: 0n, max: 2n ** 64n - 1n };
/** Every result that a row function may compute; a result outside fails the row. */
export const int128Range: BigIntRange = { min: -(2n ** 127n), max: 2n ** 127n - 1n };

export function rangeWithin(inner: BigIntRange, outer: BigIntRange): boolean {
  return inner.min >= outer.min && inner.max <= outer.max;
}

/** The range that remains when results outside 128 bits fail the row. */
export function within128({ min, max }: BigIntRange): BigIntRange {
  const clamp = (value: bigint) =>
    value < int128Range.min ? int128Range.min : value > int128Range.max ? int128Range.max : value;
  return { min: clamp(min), max: clamp(max) };
}

/** The smallest range that holds all the ranges. */
export function hull(first: BigIntRange, ...rest: readonly BigIntRange[]): BigIntRange {
  return spanning([first, ...rest].flatMap(({ min, max }) => [min, max]));
}

/** Returns the form that holds a range within 128 bits. */
export function formOf(range: BigIntRange): BigIntForm {
  if (rangeWithin(range, int64Range)) return 'int64';
  return rangeWithin(range, uint64Range) ? 'uint64' : 'int128';
}

/** The range of an operation's exact results, which may exceed 128 bits. A divisor of 0 fails the row and gives no result. */
export function rangeOf(operator: '+' | '-' | '*' | '/' | '%', a: BigIntRange, b: BigIntRange): BigIntRange {
  switch (operator) {
    case '+':
      return { min: a.min + b.min, max: a.max + b.max };
    case '-':
      return { min: a.min - b.max, max: a.max - b.min };
    case '*':
      return spanning([a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max]);
    case '/': {
      // The quotient is monotonic in each operand on each side of a divisor of 0: its extremes are at the ends and at ±1.
      const divisors = [b.min, b.max, -1n, 1n].filter((d) => d !== 0n && d >= b.min && d <= b.max);
      return spanning([0n, ...divisors.flatMap((d) => [a.min / d, a.max / d])]);
    }
    case '%': {
      // A remainder is smaller than the divisor, no larger than the dividend, and has the dividend's sign.
      const below = largest(abs(b.min), abs(b.max)) - 1n;
      const limit = below < 0n ? 0n : below;
      return {
        min: a.min < 0n ? largest(a.min, -limit) : 0n,
        max: a.max > 0n ? smallest(a.max, limit) : 0n,
      };
    }
  }
}

function spanning(values: readonly bigint[]): BigIntRange {
  return { min: values.reduce(smallest), max: values.reduce(largest) };
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
