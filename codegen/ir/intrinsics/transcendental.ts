import { type Interval, largestExact } from '../interval.js';
import { constantOf } from './constant.js';
import type { Intrinsic } from './intrinsic.js';
import { mathFunction } from './number-function.js';

/**
 * Functions that the specification leaves to the engine: ECMA-262, section 21.3.2. V8 computes them by fdlibm's methods, and so does every
 * backend: the value at build time is the value in every backend.
 */
export const transcendental: readonly Intrinsic[] = [
  mathFunction('sin', 'trigonometric', Math.sin),
  mathFunction('cos', 'trigonometric', Math.cos),
  mathFunction('tan', 'trigonometric', Math.tan),
  mathFunction('asin', 'inverse_trigonometric', Math.asin),
  mathFunction('acos', 'inverse_trigonometric', Math.acos),
  mathFunction('atan', 'inverse_trigonometric', Math.atan),
  mathFunction('atan2', 'inverse_trigonometric', Math.atan2, 2),
  mathFunction('sinh', 'hyperbolic', Math.sinh),
  mathFunction('cosh', 'hyperbolic', Math.cosh),
  mathFunction('tanh', 'hyperbolic', Math.tanh),
  mathFunction('asinh', 'hyperbolic', Math.asinh),
  mathFunction('acosh', 'hyperbolic', Math.acosh),
  mathFunction('atanh', 'hyperbolic', Math.atanh),
  mathFunction('exp', 'exponential', Math.exp),
  mathFunction('expm1', 'exponential', Math.expm1),
  mathFunction('log', 'logarithm', Math.log),
  mathFunction('log1p', 'logarithm', Math.log1p),
  mathFunction('log2', 'logarithm', Math.log2),
  mathFunction('log10', 'logarithm', Math.log10),
  mathFunction('cbrt', 'roots', Math.cbrt),
  { ...mathFunction('hypot', 'roots', Math.hypot, 0), rest: 'number' },
  {
    ...mathFunction('pow', 'power', Math.pow, 2),
    simpler: ([, exponent]) => (exponent && constantOf(exponent)?.value === 2 ? 'square' : undefined),
    evaluate: ([x, y]) => exactPower(Number(x), Number(y)),
  },
  {
    // `x ** 2`, which V8 also computes by a multiplication.
    ...mathFunction('square', 'rounding', (x) => x * x),
    name: 'square',
    range: ([x]) => x && squareRange(x),
    integers: 'overload',
  },
];

function squareRange({ min, max }: Interval): Interval | undefined {
  const [low, high] = [Math.abs(min), Math.abs(max)];
  const range = { min: min <= 0 && max >= 0 ? 0 : Math.min(low, high) ** 2, max: Math.max(low, high) ** 2 };
  return range.max <= largestExact ? range : undefined;
}

/** Computes a power that every engine computes alike. Versions of V8 differ in the last bit of other powers. */
function exactPower(x: number, y: number): number | undefined {
  if (y === 0) return 1;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (!Number.isSafeInteger(x) || !Number.isInteger(y) || y < 0) return undefined;
  if (Math.abs(x) <= 1) return x === 0 ? x ** y : x < 0 && y % 2 !== 0 ? -1 : 1;
  // V8 computes all 220,000 of these exactly, and any good library has to.
  return y * Math.log2(Math.abs(x)) <= 53 ? Number(BigInt(x) ** BigInt(y)) : undefined;
}
