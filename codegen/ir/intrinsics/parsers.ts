import { int128Range, rangeWithin } from '../bigint-range.js';
import { doubleType, int128Type } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** Functions that read a number from a text. */
export const parsers: readonly Intrinsic[] = ['parseFloat', 'Number.parseFloat']
  .map(parseFloatBy)
  .concat(['parseInt', 'Number.parseInt'].map(parseIntBy), {
    // BigInt() of a string: ECMA-262, section 7.1.14. JavaScript throws a SyntaxError for most texts.
    name: 'StringToBigInt',
    parameters: ['string'],
    typeOf: () => int128Type,
    cpp: 'parse_bigint',
    header: 'number/text/parse_bigint.hpp',
    services: ['out'],
    evaluate: ([text]) => constantBigInt(String(text)),
  })
  // Numbers that only a column of integers reads: 3-plan/integers/decimal-integers.ts.
  .concat(
    {
      name: 'Decimal integer',
      parameters: ['view'],
      typeOf: () => doubleType,
      cpp: 'decimal_integer',
      header: 'number/text/decimal_integer.hpp',
    },
    {
      name: 'Rounded decimal',
      parameters: ['view', 'int32'],
      typeOf: () => doubleType,
      cpp: 'rounded_decimal',
      header: 'number/text/decimal_integer.hpp',
    },
  );

/** Returns undefined if the row fails. */
function constantBigInt(text: string): bigint | undefined {
  try {
    const value = BigInt(text);
    return rangeWithin({ min: value, max: value }, int128Range) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** ECMA-262, section 19.2.4. */
function parseFloatBy(name: string): Intrinsic {
  return {
    name,
    parameters: ['string'],
    typeOf: () => doubleType,
    cpp: 'parse_float',
    header: 'number/text/parse_number.hpp',
    evaluate: ([text]) => Number.parseFloat(String(text)),
  };
}

/** ECMA-262, section 19.2.5. */
function parseIntBy(name: string): Intrinsic {
  return {
    name,
    parameters: ['string', 'int32'],
    required: 1,
    typeOf: () => doubleType,
    cpp: 'parse_int',
    header: 'number/text/parse_int.hpp',
    evaluate: ([text, radix]) => Number.parseInt(String(text), Number(radix ?? 0)),
  };
}
