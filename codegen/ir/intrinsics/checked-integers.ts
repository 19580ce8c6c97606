import { type CheckedOperator, checkedRange, exactInterval, type Interval, withoutMinusZero } from '../interval.js';
import { longType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** The end of the names of operations that end the attempt at -0. */
const signedZero = ' with signed zero';

/** The template argument of their C++ functions. */
const minusZeroMatters = '<rf::MinusZero::matters>';

const zero: Interval = { min: 0, max: 0 };

/**
 * The operations of attempts with checked integers: the result is a `long`, or the attempt ends. Operations that may give -0 exist twice,
 * because a `long` has one zero. The one of {@link signedZero} ends the attempt at -0.
 */
export const checkedIntegers: readonly Intrinsic[] = [
  checked('+', 'sum'),
  checked('-', 'difference'),
  ...bothZeros('*', 'product'),
  ...bothZeros('/', 'quotient'),
  ...bothZeros('%', 'remainder'),
  ...bothZeros('floor /', 'floor_quotient'),
  ...bothZeros('ceil /', 'ceil_quotient'),
  ...bothZeros('trunc /', 'trunc_quotient'),
  ...ofOne('negation', 'long'),
  ...ofOne('integer', 'number'),
];

/** An operator, the negation of a `long`, or a double as a `long`. */
export type CheckedOperation = CheckedOperator | 'negation' | 'integer';

/** Returns the name of an operation. Sums and differences of integers are never -0. */
export function checkedIntrinsic(operation: CheckedOperation, isZeroSigned: boolean): string {
  const isNeverMinusZero = operation === '+' || operation === '-';
  return `Checked ${operation}${isZeroSigned && !isNeverMinusZero ? signedZero : ''}`;
}

/** Returns the operation of a name, and if it ends the attempt at -0. Undefined for other functions. */
export function checkedOperation(
  name: string,
): { readonly operation: CheckedOperation; readonly isZeroSigned: boolean } | undefined {
  const [, operation, signed] = /^Checked (.+?)( with signed zero)?$/.exec(name) ?? [];
  return operation === undefined
    ? undefined
    : { operation: operation as CheckedOperation, isZeroSigned: signed !== undefined };
}

function checked(operation: CheckedOperator, cpp: string, isZeroSigned = false): Intrinsic {
  return {
    name: checkedIntrinsic(operation, isZeroSigned),
    parameters: ['long', 'long'],
    typeOf: () => longType,
    cpp: `checked_${cpp}`,
    header: 'number/math/checked_integers.hpp',
    mayEndAttempt: true,
    range: ([x = exactInterval, y = exactInterval]) => withoutMinusZero(checkedRange(operation, x, y)),
  };
}

function bothZeros(operation: CheckedOperator, cpp: string): readonly Intrinsic[] {
  return [checked(operation, cpp), checked(operation, `${cpp}${minusZeroMatters}`, true)];
}

/** Operations of one number. */
function ofOne(operation: 'negation' | 'integer', parameter: 'long' | 'number'): readonly Intrinsic[] {
  const rangeOf = (x: Interval) => (operation === 'integer' ? checkedRange('+', x, zero) : checkedRange('-', zero, x));
  return [false, true].map((isZeroSigned) => ({
    ...checked('+', `${operation}${isZeroSigned ? minusZeroMatters : ''}`),
    name: checkedIntrinsic(operation, isZeroSigned),
    parameters: [parameter],
    range: ([x = exactInterval]) => withoutMinusZero(rangeOf(x)),
  }));
}
