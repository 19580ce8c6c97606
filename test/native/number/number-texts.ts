import type { Random } from '../random.js';
import { spaced } from '../string/random-strings.js';
import { bitsOf, ofBits, randomBigInt, randomNumber } from './random-numbers.js';

function digits(random: Random, count: number, base = 10): string {
  let text = '';
  for (let i = 0; i < count; i++) text += random.below(base).toString(base);
  return random.chance(0.2) ? text.toUpperCase() : text;
}

/** Returns the exact decimal of digits * 2^exponent. */
function exactDecimal(integer: bigint, exponent: number): string {
  if (exponent >= 0) return String(integer << BigInt(exponent));
  const scaled = String(integer * 5n ** BigInt(-exponent)).padStart(1 - exponent, '0');
  return `${scaled.slice(0, exponent)}.${scaled.slice(exponent)}`;
}

/** Returns a decimal halfway between two doubles, to the last digit, or nearly so. */
function tie(random: Random): string {
  const value = Math.abs(randomNumber(random));
  if (!Number.isFinite(value)) return '1e999';
  const bits = bitsOf(value);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0x000f_ffff_ffff_ffffn;
  const integer = biased === 0 ? fraction : fraction | (1n << 52n);
  let text = exactDecimal(2n * integer + 1n, (biased === 0 ? 1 : biased) - 1076);
  if (random.chance(0.2)) text = text.slice(0, text.length - random.below(Math.min(text.length, 40)));
  if (random.chance(0.3)) text += text.includes('.') ? '0'.repeat(random.below(60)) : '.000';
  if (random.chance(0.3)) text += text.includes('.') ? `${'0'.repeat(random.below(900))}1` : '';
  if (random.chance(0.3)) {
    // Moves the last digit up or down by one.
    const last = text.length - 1;
    const digit = text.charCodeAt(last) - 48;
    if (digit >= 0 && digit <= 9) text = text.slice(0, last) + String((digit + (random.chance(0.5) ? 1 : 9)) % 10);
  }
  if (!random.chance(0.3)) return text;
  // Returns the number with an exponent.
  const shift = random.below(40) - 20;
  const [whole = '', rest = ''] = text.split('.');
  return `${whole}${rest}e${-rest.length + shift}`;
}

function decimal(random: Random): string {
  const most = random.pick([3, 3, 10, 20, 22, 40, 900]);
  const whole = digits(random, random.below(most));
  const point = random.chance(0.6)
    ? `.${random.chance(0.2) ? '0'.repeat(random.below(400)) : ''}${digits(random, random.below(most))}`
    : '';
  const range = random.pick([3, 25, 60, 400, 1500]);
  const exponent = random.chance(0.5)
    ? `${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}${random.chance(0.1) ? '0'.repeat(random.below(30)) : ''}${random.below(range)}`
    : '';
  return whole + point + exponent;
}

const oddities = [
  '',
  ' ',
  '+',
  '-',
  '.',
  '-.',
  '+.e1',
  '.e1',
  'e1',
  '1e',
  '1e+',
  '1e-',
  '1.e',
  '5.',
  '.5',
  '-.5',
  '00012',
  '0x',
  '0b',
  '0o',
  '0x ',
  '-0',
  '+0',
  '-0.0',
  '0e5',
  '0e99999999999999999999',
  '1e99999999999999999999',
  '1e-99999999999999999999',
  '1_000',
  'Infinity',
  '-Infinity',
  '+Infinity',
  'infinity',
  'Infinit',
  'Infinityx',
  'Infinity ',
  '- 1',
  '--1',
  '+-1',
  '1 2',
  '1,5',
  '0x1p3',
  'NaN',
  'null',
  'undefined',
  'true',
  '1n',
  '0n',
  '\u0661',
  '\uff11',
  '1\u00a0',
  '\ufeff1',
  '1\u2003',
  '\ud83d',
  '1\ude00',
  '12\ud83d\ude00',
  '9007199254740993',
  '9007199254740992.999999999',
  '2.2250738585072011e-308',
  '4.9e-324',
  '2.4703282292062327208e-324',
  '2.4703282292062327209e-324',
  '1.7976931348623158e308',
  '1.7976931348623159e308',
  '1.797693134862315807e308',
  '179769313486231580793e289',
  '0x1fffffffffffff8',
  '0x20000000000001',
  '0x3fffffffffffff',
  '0x8000000000000400',
  '0x80000000000004001',
  '0xfffffffffffff800',
  '0XAbC',
  '0O17',
  '0B101',
  '0b2',
  '0o8',
  '0xg',
  '-0x10',
  '+0b1',
] as const;

function prefixed(random: Random): string {
  const [prefix, base] = random.pick<readonly [string, number]>([
    ['0x', 16],
    ['0X', 16],
    ['0o', 8],
    ['0b', 2],
  ]);
  return prefix + digits(random, random.pick([1, 3, 14, 17, 60, 300]), base);
}

/** Texts that may or may not be numbers. */
export function numberText(random: Random): string {
  const kind = random.below(10);
  let text =
    kind === 0
      ? random.pick(oddities)
      : kind <= 3
        ? tie(random)
        : kind <= 5
          ? decimal(random)
          : kind === 6
            ? prefixed(random)
            : kind === 7
              ? String(randomBigInt(random))
              : kind === 8
                ? String(ofBits(bitsOf(randomNumber(random))))
                : Math.abs(randomNumber(random)).toPrecision(1 + random.below(100));
  if (random.chance(0.3)) text = random.pick(['-', '+', '-', '0', '00']) + text;
  if (random.chance(0.15))
    text += random.pick(['x', 'e', '.', ' ', '0', 'n', '\u00e9', '\ud83d', '_1', '-', 'px', '\ud83d\ude00']);
  if (random.chance(0.2)) text = spaced(random, text);
  return text;
}

/** Digits of a base, sometimes with a sign, a prefix or a character that ends them. */
export function integerText(random: Random, base: number): string {
  const radix = base < 2 || base > 36 ? 10 : base;
  const text = digits(random, random.pick([1, 2, 5, 9, 12, 17, 22, 40, 320]), random.chance(0.05) ? 36 : radix);
  const prefix = random.pick(['', '', '', '', '-', '+', '0x', '-0X', '0', '000', '0b', '1.', ' ', '\ufeff\n']);
  return prefix + text + random.pick(['', '', '', ' ', '.5', 'e3', '_', '\u00e9', '\udc00']);
}
