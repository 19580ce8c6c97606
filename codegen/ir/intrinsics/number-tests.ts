import { booleanType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** Tests of the kind of a number: ECMA-262, sections 19.2 and 21.1.2. Those of `Number` convert nothing. */
export const numberTests: readonly Intrinsic[] = [
  test('Number.isInteger', 'value', 'is_integer', Number.isInteger),
  test('Number.isSafeInteger', 'value', 'is_safe_integer', Number.isSafeInteger),
  test('Number.isFinite', 'value', 'is_finite', Number.isFinite),
  test('Number.isNaN', 'value', 'is_nan', Number.isNaN),
  test('isFinite', 'number', 'is_finite', (x) => Number.isFinite(Number(x))),
  test('isNaN', 'number', 'is_nan', (x) => Number.isNaN(Number(x))),
];

function test(
  name: string,
  parameter: 'value' | 'number',
  cpp: string,
  evaluate: (value: unknown) => boolean,
): Intrinsic {
  return {
    name,
    parameters: [parameter],
    typeOf: () => booleanType,
    cpp,
    header: 'number/number_tests.hpp',
    evaluate: ([value]) => evaluate(value),
  };
}
