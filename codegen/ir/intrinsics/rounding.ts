import { type Interval, withMinusZero } from '../interval.js';
import type { Intrinsic } from './intrinsic.js';
import { intOfInts, mathFunction } from './number-function.js';

/** Properties of functions that return integers unchanged. */
const keepsIntegers = {
  integers: 'argument',
  range: ([x]: readonly (Interval | undefined)[]) => x,
  keepsSize: true,
} as const;

/** A float represents every integer up to 2^24. */
const exactInFloat = 2 ** 24;

/** The functions of one number that IEEE 754 defines to the bit: ECMA-262, section 21.3.2. */
export const rounding: readonly Intrinsic[] = [
  { ...mathFunction('floor', 'rounding', Math.floor), ...keepsIntegers },
  { ...mathFunction('ceil', 'rounding', Math.ceil), ...keepsIntegers },
  { ...mathFunction('round', 'rounding', Math.round), ...keepsIntegers },
  { ...mathFunction('trunc', 'rounding', Math.trunc), ...keepsIntegers },
  {
    ...mathFunction('fround', 'rounding', Math.fround),
    range: ([x]) => (x && -exactInFloat <= x.min && x.max <= exactInFloat ? x : undefined),
  },
  mathFunction('sqrt', 'rounding', Math.sqrt),
  {
    ...mathFunction('abs', 'rounding', Math.abs),
    range: ([x]) => x && absolute(x),
    integers: 'overload',
    keepsSize: true,
  },
  {
    ...mathFunction('sign', 'rounding', Math.sign),
    typeOf: intOfInts,
    range: ([x]) => x && withMinusZero({ min: Math.sign(x.min), max: Math.sign(x.max) }, x.minusZero === true),
    integers: 'overload',
    keepsSize: true,
  },
];

function absolute({ min, max }: Interval): Interval {
  if (min >= 0) return { min, max };
  return max <= 0 ? { min: 0 - max, max: -min } : { min: 0, max: Math.max(-min, max) };
}
