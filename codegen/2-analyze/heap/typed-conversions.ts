import { bitwise } from '../../ir/bitwise.js';
import { convert, literal, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { doubleType, type TypedArrayName } from '../../ir/type.js';

/** Returns a number as a typed array holds it (ECMA-262 7.1.6 to 7.1.11). */
export function convertedFor(typed: TypedArrayName, value: Expression): Expression {
  return convert(conversions[typed](toNumber(value)), doubleType);
}

const signed = (bits: number) => (value: Expression) =>
  bitwise('>>', bitwise('<<', value, literal(32 - bits)), literal(32 - bits));
const unsigned = (bits: number) => (value: Expression) => bitwise('&', value, literal(2 ** bits - 1));

const conversions: Readonly<Record<TypedArrayName, (value: Expression) => Expression>> = {
  Int8Array: signed(8),
  Uint8Array: unsigned(8),
  Int16Array: signed(16),
  Uint16Array: unsigned(16),
  Int32Array: (value) => bitwise('|', value, literal(0)),
  Uint32Array: (value) => bitwise('>>>', value, literal(0)),
  Float32Array: (value) => call('Math.fround', value),
  Float64Array: (value) => value,
};
