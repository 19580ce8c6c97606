import { type BigIntRange, hull, int128Range, rangeWithin, within128 } from '../bigint-range.js';
import type { Expression } from '../expression.js';
import { bigintType } from '../type.js';
import { constantOf } from './constant.js';
import type { Intrinsic } from './intrinsic.js';

/** Bigint operators that can leave 128 bits or throw, and the two functions that truncate to a number of bits. */
export const bigintOperations: readonly Intrinsic[] = [
  operator('**', 'bigint_power', powerRange, (x, y) => (y < 0n || y > 256n ? undefined : x ** y)),
  operator(
    '<<',
    'bigint_shift_left',
    (x, y) => shiftRange(x, y),
    (x, y) => shift(x, y),
  ),
  operator(
    '>>',
    'bigint_shift_right',
    (x, y) => shiftRange(x, negated(y)),
    (x, y) => shift(x, -y),
  ),
  cut('asIntN', 'as_int_n', int128Range, BigInt.asIntN, (bits) => ({
    min: -(2n ** (bits - 1n)),
    max: 2n ** (bits - 1n) - 1n,
  })),
  cut('asUintN', 'as_uint_n', { min: 0n, max: int128Range.max }, BigInt.asUintN, (bits) => ({
    min: 0n,
    max: 2n ** bits - 1n,
  })),
];

type Ranges = (x: BigIntRange, y: BigIntRange) => BigIntRange | undefined;

function operator(
  name: string,
  cpp: string,
  rangeOf: Ranges,
  evaluate: (x: bigint, y: bigint) => bigint | undefined,
): Intrinsic {
  return {
    name: `BigInt ${name}`,
    parameters: ['bigint', 'bigint'],
    typeOf: ([x, y]) => bigintType(within128((x && y && rangeOf(rangeOfBigInt(x), rangeOfBigInt(y))) ?? int128Range)),
    cpp,
    header: 'number/bigint/bigint_operations.hpp',
    services: ['out'],
    evaluate: ([x, y]) => (typeof x === 'bigint' && typeof y === 'bigint' ? fitting(evaluate(x, y)) : undefined),
  };
}

function cut(
  name: string,
  cpp: string,
  ofAnyBits: BigIntRange,
  evaluate: (bits: number, value: bigint) => bigint,
  rangeOf: (bits: bigint) => BigIntRange,
): Intrinsic {
  return {
    name: `BigInt.${name}`,
    parameters: ['number', 'bigint'],
    typeOf: ([bits]) => bigintType(within128(rangeOfCut(bits, rangeOf) ?? ofAnyBits)),
    cpp,
    header: 'number/bigint/bigint_operations.hpp',
    services: ['out'],
    evaluate: ([bits, value]) =>
      typeof bits === 'number' && bits >= 0 && bits <= 1024 && typeof value === 'bigint'
        ? fitting(evaluate(bits, value))
        : undefined,
  };
}

/** The range of a result of `bits` bits, if that is a constant. */
function rangeOfCut(bits: Expression | undefined, rangeOf: (bits: bigint) => BigIntRange): BigIntRange | undefined {
  const count = bits && constantOf(bits)?.value;
  if (typeof count !== 'number' || !(count >= 0 && count <= 256)) return undefined;
  const whole = BigInt(Math.trunc(count));
  return whole === 0n ? { min: 0n, max: 0n } : rangeOf(whole);
}

function rangeOfBigInt({ type: { core } }: Expression): BigIntRange {
  return core.kind === 'bigint' ? core.range : int128Range;
}

function fitting(value: bigint | undefined): bigint | undefined {
  return value !== undefined && rangeWithin({ min: value, max: value }, int128Range) ? value : undefined;
}

/** Exponents above 127 are ignored: only powers of -1, 0 and 1 then stay within 128 bits. */
function powerRange(x: BigIntRange, y: BigIntRange): BigIntRange | undefined {
  const most = y.max > 127n ? 127n : y.max;
  if (most < 0n) return undefined;
  const { max: largest } = hull(x, negated(x));
  const power = largest ** most;
  return x.min >= 0n ? { min: 0n, max: power + 1n } : { min: -power - 1n, max: power + 1n };
}

function negated({ min, max }: BigIntRange): BigIntRange {
  return { min: -max, max: -min };
}

/** The range of a left shift; a negative count shifts right. A shift is monotonic in both operands, so the ends decide. */
function shiftRange(x: BigIntRange, y: BigIntRange): BigIntRange {
  const values = [x.min, x.max].flatMap((value) =>
    [clamped(y.min), clamped(y.max)].map((count) => shift(value, count)),
  );
  const [first, ...rest] = values.map((value) => ({ min: value, max: value }));
  return first ? hull(first, ...rest) : int128Range;
}

/** Longer shifts change nothing: the result is the sign, or leaves 128 bits. */
function clamped(count: bigint): bigint {
  return count > 256n ? 256n : count < -256n ? -256n : count;
}

function shift(x: bigint, y: bigint): bigint {
  return x << clamped(y);
}
