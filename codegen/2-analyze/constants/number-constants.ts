/** Returns a numeric property of `Number` or `Math` by its path. */
export function numberConstant(path: string): number | undefined {
  return constants.get(path);
}

/** ECMA-262, sections 21.1.2 and 21.3.1. The specification gives the digits of `Math`'s constants: all engines have the same. */
const constants: ReadonlyMap<string, number> = new Map([
  ['Number.NaN', Number.NaN],
  ['Number.POSITIVE_INFINITY', Number.POSITIVE_INFINITY],
  ['Number.NEGATIVE_INFINITY', Number.NEGATIVE_INFINITY],
  ['Number.EPSILON', Number.EPSILON],
  ['Number.MAX_VALUE', Number.MAX_VALUE],
  ['Number.MIN_VALUE', Number.MIN_VALUE],
  ['Number.MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
  ['Number.MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
  ['Math.E', Math.E],
  ['Math.LN10', Math.LN10],
  ['Math.LN2', Math.LN2],
  ['Math.LOG10E', Math.LOG10E],
  ['Math.LOG2E', Math.LOG2E],
  ['Math.PI', Math.PI],
  ['Math.SQRT1_2', Math.SQRT1_2],
  ['Math.SQRT2', Math.SQRT2],
]);
