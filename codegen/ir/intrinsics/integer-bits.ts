import {
  combine,
  int32Interval,
  isWithin,
  type QuotientRounding,
  quotientRange,
  withoutMinusZero,
} from '../interval.js';
import { booleanType, intType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** Functions that treat an integer as 32 bits. */
export const integerBits: readonly Intrinsic[] = [
  division('Int32 floor /', 'floor_quotient', (x, y) => Math.floor(x / y), 'floor'),
  division('Int32 ceil /', 'ceil_quotient', (x, y) => Math.ceil(x / y), 'ceil'),
  division('Int32 %', 'integer_remainder', (x, y) => x % y),
  {
    // `a % b === 0`. The divisor is not 0, and the dividend not the lowest integer if the divisor may be -1.
    name: 'Int32 is multiple',
    parameters: ['int32', 'int32'],
    typeOf: () => booleanType,
    cpp: 'is_multiple',
    header: 'number/math/integer_division.hpp',
    evaluate: ([x, y]) => Number(x) % Number(y) === 0,
  },
  modular('+', 'wrapping_add', (x, y) => (x + y) | 0),
  modular('-', 'wrapping_subtract', (x, y) => (x - y) | 0),
  modular('*', 'math::imul', Math.imul),
  {
    // The conversion of a number by bitwise operators: ECMA-262, section 7.1.6.
    name: 'ToInt32',
    parameters: ['number'],
    typeOf: () => intType,
    cpp: 'to_int32',
    header: 'number/math/integer_bits.hpp',
    evaluate: ([x]) => Number(x) | 0,
    range: ([x]) => (x && isWithin(x, int32Interval) ? withoutMinusZero(x) : int32Interval),
    integers: 'argument',
    takesLong: true,
    keepsSize: true,
  },
  {
    name: 'Math.clz32',
    parameters: ['int32'],
    typeOf: () => intType,
    cpp: 'math::clz32',
    header: 'number/math/integer_bits.hpp',
    evaluate: ([x]) => Math.clz32(Number(x)),
    range: () => ({ min: 0, max: 32 }),
  },
  {
    name: 'Math.imul',
    parameters: ['int32', 'int32'],
    typeOf: () => intType,
    cpp: 'math::imul',
    header: 'number/math/integer_bits.hpp',
    evaluate: ([x, y]) => Math.imul(Number(x), Number(y)),
    range: () => int32Interval,
  },
];

/** Divisions that C++ has no operator for. The divisor is not 0, and the result an integer of 32 bits, without -0. */
function division(
  name: string,
  cpp: string,
  evaluate: (x: number, y: number) => number,
  rounding?: QuotientRounding,
): Intrinsic {
  return {
    name,
    parameters: ['int32', 'int32'],
    typeOf: () => intType,
    cpp,
    header: 'number/math/integer_division.hpp',
    evaluate: ([x, y]) => evaluate(Number(x), Number(y)) + 0,
    range: ([x, y]) => {
      const range = x && y && (rounding ? quotientRange(rounding, x, y) : combine('%', x, y));
      return range && isWithin(range, int32Interval) ? withoutMinusZero(range) : int32Interval;
    },
  };
}

/** Arithmetic modulo 2^32, by which the planner replaces exact arithmetic. `Math.imul` is the user's. */
function modular(operator: '+' | '-' | '*', cpp: string, evaluate: (x: number, y: number) => number): Intrinsic {
  return {
    name: `Int32 ${operator}`,
    parameters: ['int32', 'int32'],
    typeOf: () => intType,
    cpp,
    header: 'number/math/integer_bits.hpp',
    evaluate: ([x, y]) => evaluate(Number(x), Number(y)),
    range: () => int32Interval,
  };
}
