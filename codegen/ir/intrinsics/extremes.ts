import { type Interval, withMinusZero } from '../interval.js';
import type { Intrinsic } from './intrinsic.js';
import { intOfInts, mathFunction } from './number-function.js';

/** `Math.max` and `Math.min` of any number of arguments: the result is NaN if an argument is, and -0 is less than 0. */
export const extremes: readonly Intrinsic[] = [
  {
    ...mathFunction('max', 'extremes', Math.max, 0),
    rest: 'number',
    typeOf: intOfInts,
    range: (args) => combined(args, Math.max),
    integers: 'overload',
    keepsSize: true,
  },
  {
    ...mathFunction('min', 'extremes', Math.min, 0),
    rest: 'number',
    typeOf: intOfInts,
    range: (args) => combined(args, Math.min),
    integers: 'overload',
    keepsSize: true,
  },
];

function combined(
  args: readonly (Interval | undefined)[],
  extreme: (...values: number[]) => number,
): Interval | undefined {
  const known = args.filter((arg) => arg !== undefined);
  if (known.length < args.length || args.length === 0) return undefined;
  const range = { min: extreme(...known.map(({ min }) => min)), max: extreme(...known.map(({ max }) => max)) };
  return withMinusZero(
    range,
    known.some(({ minusZero }) => minusZero),
  );
}
