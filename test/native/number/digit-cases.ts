import { createHash, createHmac } from 'node:crypto';
import { Random } from '../random.js';
import { RecordWriter } from '../record-writer.js';
import { writeStringLike } from '../string/encode-views.js';
import { randomString, spaced } from '../string/random-strings.js';
import { integerText, numberText } from './number-texts.js';
import { randomBigInt, randomNumber } from './random-numbers.js';

type Write = (writer: RecordWriter, random: Random) => void;

/** Inputs that JavaScript prints, or for which it throws a RangeError. */
function prints(most: number, print: (value: number, digits: number) => string): Write {
  return (writer, random) => {
    const value = randomNumber(random);
    const digits = random.chance(0.05)
      ? random.pick([-1, -0.5, 0.5, 1.9, 100, 100.9, 101, Number.NaN, Infinity, -Infinity, 1e9, -1e300] as const)
      : random.below(random.pick([4, 4, 12, 25, most + 1]));
    writer.f64(value);
    writer.f64(digits);
    let text: string | undefined;
    try {
      text = print(value, digits);
    } catch {}
    writer.u8(text === undefined ? 1 : 0);
    if (text !== undefined) writer.text(text);
  };
}

/** The size that the compiler reserves for a number in a constant base. */
export function radixCapacity(radix: number): number {
  const integer = radix < 4 ? 54 : radix < 16 ? 28 : 15;
  return Math.max(1 + integer + 1 + Math.ceil(1074 / Math.log2(radix)) + 2, 1 + Math.ceil(1024 / Math.log2(radix)));
}

const longestDate = 8.64e15;

function randomTime(random: Random): number {
  const border = random.pick([
    0,
    -1,
    951782400000,
    -62167219200000,
    253402300800000,
    longestDate,
    -longestDate,
    68169600000,
  ]);
  switch (random.below(5)) {
    case 0:
      return border + random.below(5) - 2;
    case 1:
      return Math.round((random.bits() / 2 ** 32) * 2 * longestDate - longestDate);
    case 2:
      return (random.bits() - 2 ** 31) * 1000 + random.below(1000);
    case 3:
      return randomNumber(random);
    default:
      return (random.bits() / 2 ** 32) * 4.2e12 + random.bits() / 2 ** 32;
  }
}

function randomText(random: Random): string {
  let text = randomString(random, random.pick(['ascii', 'wellFormed', 'any']));
  if (random.chance(0.3)) text = text.repeat(1 + random.below(12));
  // Values around the ends of blocks.
  return random.chance(0.3) ? 'a'.repeat(random.below(140)) : text;
}

/** The operations in the order of `enum class Operation` in digit_cases.cpp. */
export const operations = {
  Number: (writer: RecordWriter, random: Random) => {
    const text = numberText(random);
    writeStringLike(writer, random, text);
    writer.f64(Number(text));
  },
  parseFloat: (writer: RecordWriter, random: Random) => {
    const text = numberText(random);
    writeStringLike(writer, random, text);
    writer.f64(Number.parseFloat(text));
  },
  parseInt: (writer: RecordWriter, random: Random) => {
    const radix = random.chance(0.5) ? random.pick([0, 10, 16, 2, 8, 36, 32]) : random.below(40) - 1;
    const text = random.chance(0.1) ? numberText(random) : integerText(random, radix);
    writer.i32(radix);
    writeStringLike(writer, random, text);
    writer.f64(Number.parseInt(text, radix));
  },
  toFixed: prints(100, (value, digits) => value.toFixed(digits)),
  toExponential: prints(100, (value, digits) => value.toExponential(digits)),
  'toExponential()': prints(100, (value) => value.toExponential()),
  toPrecision: prints(100, (value, digits) => value.toPrecision(digits)),
  toString: (writer: RecordWriter, random: Random) => {
    const value = randomNumber(random);
    const radix = 2 + random.below(35);
    writer.f64(value);
    writer.i32(radix);
    writer.i32(radixCapacity(radix));
    writer.text(value.toString(radix));
  },
  BigInt: (writer: RecordWriter, random: Random) => {
    const value = random.chance(0.1) ? randomBigInt(random) * 37n : randomBigInt(random);
    const plain = random.chance(0.8)
      ? String(value)
      : value < 0n
        ? `0x${(-value).toString(16)}`
        : `0o${value.toString(8)}`;
    const zeros = random.chance(0.1) ? plain.replace(/\d/, '0000$&') : plain;
    const text = random.chance(0.15) ? numberText(random) : random.chance(0.3) ? spaced(random, zeros) : zeros;
    let read: bigint | undefined;
    try {
      read = BigInt(text);
    } catch {}
    const fits = read !== undefined && BigInt.asIntN(128, read) === read;
    writeStringLike(writer, random, text);
    writer.u8(read === undefined ? 1 : fits ? 0 : 2);
    writer.i128(read ?? 0n);
  },
  'BigInt toString': (writer: RecordWriter, random: Random) => {
    const value = randomBigInt(random);
    const radix = 2 + random.below(35);
    writer.i128(value);
    writer.i32(radix);
    writer.text(value.toString(radix));
  },
  sha256: (writer: RecordWriter, random: Random) => {
    const text = randomText(random);
    writeStringLike(writer, random, text);
    writer.text(createHash('sha256').update(text, 'utf8').digest('hex'));
  },
  hmacSha256: (writer: RecordWriter, random: Random) => {
    const key = randomText(random);
    const text = randomText(random);
    writeStringLike(writer, random, key);
    writeStringLike(writer, random, text);
    writer.text(createHmac('sha256', Buffer.from(key, 'utf8')).update(text, 'utf8').digest('hex'));
  },
  Date: (writer: RecordWriter, random: Random) => {
    const value = randomTime(random);
    const date = new Date(value);
    writer.f64(value);
    writer.f64(date.getTime());
    writer.f64(date.getUTCFullYear());
    writer.f64(date.getUTCMonth());
    writer.f64(date.getUTCDate());
    writer.f64(date.getUTCDay());
    writer.f64(date.getUTCHours());
    writer.f64(date.getUTCMinutes());
    writer.f64(date.getUTCSeconds());
    writer.f64(date.getUTCMilliseconds());
    writer.text(date.toJSON() ?? '');
  },
  'Date.UTC': (writer: RecordWriter, random: Random) => {
    const part = () =>
      random.chance(0.1)
        ? random.pick([0.5, -0.5, Number.NaN, Infinity, -0, 99, 99.9, 100, 1e7, -1e7, 1e6, -1e6, 1e9, 8.64e15] as const)
        : random.below(random.pick([12, 30, 100, 1000, 2 ** 31])) - (random.chance(0.2) ? 500 : 0);
    const count = random.pick([1, 2, 3, 7]);
    const year = random.chance(0.5) ? 1900 + random.below(200) : part();
    const [a, b, c, d, e, f] = [part(), part(), part(), part(), part(), part()] as const;
    writer.u8(count);
    for (const value of [year, a, b, c, d, e, f].slice(0, count)) writer.f64(value);
    const all = { 1: [year], 2: [year, a], 3: [year, a, b] }[count as 1 | 2 | 3] as [number] | undefined;
    writer.f64(all ? Date.UTC(...all) : Date.UTC(year, a, b, c, d, e, f));
  },
} satisfies Readonly<Record<string, Write>>;

export type Operation = keyof typeof operations;

/** Returns records for digit_cases.cpp: (operation, its arguments, JavaScript's result). */
export function digitCases(operation: Operation, seed: number, count: number): Buffer {
  const writer = new RecordWriter();
  const random = new Random(seed);
  const number = Object.keys(operations).indexOf(operation);
  const write = operations[operation];
  for (let i = 0; i < count; i++) {
    writer.u8(number);
    write(writer, random);
  }
  return writer.take();
}
