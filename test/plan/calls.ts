/** Calls of built-in functions: those of JavaScript, and those that only the IR has. */
import type { Call } from '../../codegen/ir/expression.js';
import { type CheckedOperation, checkedOperation } from '../../codegen/ir/intrinsics/checked-integers.js';
import { in128Bits } from './operators.js';
import { AttemptEnded, fail } from './outcome.js';

type Native = (...args: readonly never[]) => unknown;

const operations: Readonly<Record<string, Native>> = {
  ToInt32: (x: number) => x | 0,
  'Int32 +': (x: number, y: number) => (x + y) | 0,
  'Int32 -': (x: number, y: number) => (x - y) | 0,
  'Int32 floor /': (x: number, y: number) => Math.floor(x / y) + 0,
  'Int32 ceil /': (x: number, y: number) => Math.ceil(x / y) + 0,
  'Int32 %': (x: number, y: number) => (x % y) + 0,
  'Int32 is multiple': (x: number, y: number) => x % y === 0,
  'Int32 *': (x: number, y: number) => Math.imul(x, y),
  square: (x: number) => x * x,
  'list index': (at: number, count: number) => (Number.isInteger(at) && at >= 0 && at < count ? at + 0 : -1),
  'list at': (at: number, count: number) => Array.from({ length: count }, (_, place) => place).at(at) ?? -1,
  'present index': (at: number, count: number) => (at >= 0 && at < count ? at : fail('no such constant')),
  'own index': (at: number, count: number) => (at < count ? at : fail('an inherited name')),
  'nested index': (outer: number, inner: number, count: number) =>
    outer < 0 || inner < 0 ? -1 : outer * count + inner,
  'Date32 days': (time: number) => time / 86_400_000,
  'Decimal integer': (text: string) => Number(text),
  'Rounded decimal': (text: string, places: number) => Math.round(Number(text) * 10 ** places),
  'BigInt **': (x: bigint, y: bigint) => (y < 0n || y > 200n ? fail('a power') : in128Bits(x ** y)),
  'BigInt <<': (x: bigint, y: bigint) => shifted(x, y),
  'BigInt >>': (x: bigint, y: bigint) => shifted(x, -y),
};

/** Longer shifts give the sign, or leave 128 bits. */
function shifted(x: bigint, y: bigint): bigint {
  return in128Bits(x << (y > 256n ? 256n : y < -256n ? -256n : y));
}

const checkedOperations: Readonly<Record<CheckedOperation, (x: number, y: number) => number>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  'floor /': (x, y) => Math.floor(x / y),
  'ceil /': (x, y) => Math.ceil(x / y),
  'trunc /': (x, y) => Math.trunc(x / y),
  negation: (x) => -x,
  integer: (x) => x,
};

/** An operation of an attempt with checked integers. */
function checked(intrinsic: string, [x = 0, y = 0]: readonly number[]): number {
  const { operation = '+', isZeroSigned = false } = checkedOperation(intrinsic) ?? {};
  const value = checkedOperations[operation](x, y);
  if (!Number.isSafeInteger(value) || (isZeroSigned && Object.is(value, -0))) throw new AttemptEnded(intrinsic);
  return value + 0;
}

const columnRanges: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
};

export function called(e: Call, args: readonly unknown[]): unknown {
  const value = ofPlatform(e, args);
  return typeof value === 'bigint' ? in128Bits(value) : value;
}

function ofPlatform({ intrinsic }: Call, args: readonly unknown[]): unknown {
  const own = operations[intrinsic];
  if (own) return Reflect.apply(own, undefined, args);
  if (checkedOperation(intrinsic)) return checked(intrinsic, args as readonly number[]);
  const [first, ...rest] = args;
  const range = intrinsic.startsWith('column ') ? columnRanges[intrinsic.slice(7)] : undefined;
  if (range) {
    const isInside = Number.isInteger(first) && range[0] <= Number(first) && Number(first) <= range[1];
    return isInside ? Number(first) + 0 : fail('outside the column');
  }
  const [owner, method = owner, member] = intrinsic.split('.') as [string, string?, string?];
  const object = Reflect.get(globalThis, owner) as Readonly<Record<string, Native>>;
  try {
    if (member === undefined) {
      const found = method === owner ? (object as unknown as Native) : object[method];
      return typeof first === 'number' && owner === 'BigInt' && !(first >= 0)
        ? fail('a number of bits')
        : Reflect.apply(found ?? fail(intrinsic), object, args);
    }
    const receiver = owner === 'Date' ? new Date(first as number) : first;
    return Reflect.apply(Reflect.get(Object(receiver), member) as Native, receiver, rest);
  } catch (error) {
    if (error instanceof RangeError) fail('a number is out of range');
    throw error;
  }
}
