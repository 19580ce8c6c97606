import type { Expression } from '../expression.js';
import { doubleType, intType, type Type } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** A function `Math.name` of numbers, which gives a double and is computed the same way by every engine. */
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

/** The type of what is an int where all arguments are. */
export function intOfInts(args: readonly Expression[]): Type {
  return args.length > 0 && args.every(isInt) ? intType : doubleType;
}

export function isInt({ type: { core, mayBeNull, mayBeUndefined } }: Expression): boolean {
  return core.kind === 'number' && core.form === 'int' && !mayBeNull && !mayBeUndefined;
}
