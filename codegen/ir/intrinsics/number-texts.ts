import { formOf } from '../bigint-range.js';
import type { Constant } from '../constant-value.js';
import type { Expression } from '../expression.js';
import { stringType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** The longest text of a number without chosen digits, `-2.2250738585072014e-308`, and one more byte. */
const longestNumber = 25;
const mostDigits = 100;

/** The methods of numbers that print them with digits or in a radix: ECMA-262, section 21.1.3. Numbers may have any form. */
export const numberTexts: readonly Intrinsic[] = [
  // -123456789012345678901.00
  printer(
    'toFixed',
    'to_fixed',
    (digits) => 23 + digits,
    (x, digits) => x.toFixed(digits),
  ),
  // -1.00e+100. Its digits are first written further on in the buffer.
  printer(
    'toExponential',
    'to_exponential',
    (digits) => 10 + digits,
    (x, digits) => x.toExponential(digits),
  ),
  // -0.0000012. Its digits are first written further on in the buffer.
  printer(
    'toPrecision',
    'to_precision',
    (digits) => 9 + digits,
    (x, digits) => x.toPrecision(digits),
  ),
  {
    // Without an argument, it prints as many digits as the number has.
    name: 'Number.prototype.toExponential()',
    parameters: ['number'],
    typeOf: () => stringType(),
    cpp: 'to_exponential',
    header: 'number/text/digits_text.hpp',
    services: ['sized text'],
    evaluate: ([x]) => Number(x).toExponential(),
    longestText: () => longestNumber,
    bufferSize: () => longestNumber + 1,
  },
  {
    // Applies to numbers and bigints. In base 10 it is ToString.
    name: 'Number.prototype.toString',
    parameters: ['value', 'value'],
    typeOf: () => stringType(),
    cpp: 'to_radix',
    header: 'number/text/radix_text.hpp',
    services: ['out', 'sized text'],
    evaluate: ([x, radix]) => printed(() => (x as number | bigint).toString(Number(radix))),
    longestText: radixTextSize,
    bufferSize: radixTextSize,
  },
];

function printer(
  method: string,
  cpp: string,
  size: (digits: number) => number,
  print: (x: number, digits: number) => string,
): Intrinsic {
  const sizeFor = ([, digits]: readonly Expression[]) =>
    Math.max(longestNumber, size(Math.min(constantNumber(digits) ?? mostDigits, mostDigits)));
  return {
    name: `Number.prototype.${method}`,
    parameters: ['number', 'value'],
    typeOf: () => stringType(),
    cpp,
    header: 'number/text/digits_text.hpp',
    services: ['out', 'sized text'],
    evaluate: ([x, digits]) => printed(() => print(Number(x), Number(digits))),
    longestText: sizeFor,
    bufferSize: sizeFor,
  };
}

/** Returns undefined if the digits are out of range; the row then fails. */
function printed(print: () => string): Constant {
  try {
    return print();
  } catch {
    return undefined;
  }
}

/**
 * The size for an unknown base is that for base 2. A double has many digits either before its point or after it, never both; the size
 * before the point is that for integers below 2^53.
 */
function radixTextSize([x, base]: readonly Expression[]): number {
  const radix = Math.max(2, Math.min(36, Math.trunc(constantNumber(base) ?? 2)));
  const digits = (bits: number) => Math.ceil(bits / Math.log2(radix));
  if (x?.type.core.kind === 'bigint') return 1 + { int64: 64, uint64: 64, int128: 128 }[formOf(x.type.core.range)];
  if (x?.type.core.kind === 'number' && x.type.core.form === 'int') return 33;
  if (x?.type.core.kind === 'number' && x.type.core.form === 'position') return 65;
  const before = radix < 4 ? 54 : radix < 16 ? 28 : 15;
  return Math.max(1 + before + 1 + digits(1074) + 2, 1 + digits(1024));
}

function constantNumber(e: Expression | undefined): number | undefined {
  return e?.kind === 'literal' ? Number(e.value) : undefined;
}
