import type { Expression } from '../expression.js';
import { doubleType, intType, type Type } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** A function `Math.name` of numbers that returns a double and that every engine computes the same way. */
export function mathFunction(
  name: string,
  header: string,
  evaluate: (...args: number[]) => number,
  count = 1,
): Intrinsic & { readonly evaluate: NonNullable<Intrinsic['evaluate']> } {
  return {
    name: `Math.${name}`,
    parameters: Array.from({ length: count }, () => 'number' as const),
    typeOf: () => doubleType,
    cpp: `math::${name}`,
    header: `number/math/${header}.hpp`,
    evaluate: (args) => evaluate(...args.map(Number)),
  };
}

/** Returns `int` if all arguments are ints, and `double` otherwise. */
export function intOfInts(args: readonly Expression[]): Type {
  return args.length > 0 && args.every(isInt) ? intType : doubleType;
}

export function isInt({ type: { core, mayBeNull, mayBeUndefined } }: Expression): boolean {
  return core.kind === 'number' && core.form === 'int' && !mayBeNull && !mayBeUndefined;
}

/** True for a number that an attempt with checked integers holds in 64 bits. */
export function isLong({ type: { core, mayBeNull, mayBeUndefined } }: Expression): boolean {
  return core.kind === 'number' && core.form === 'long' && !mayBeNull && !mayBeUndefined;
}
