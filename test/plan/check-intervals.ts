import { rangeOfColumn, rangeOfNumber } from '../../codegen/3-plan/integers/number-range.js';
import { arrayCall, split } from '../../codegen/ir/arrays.js';
import { type BigIntRange, rangeOf } from '../../codegen/ir/bigint-range.js';
import { bitsOfNumbers } from '../../codegen/ir/bitwise.js';
import { literal } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import {
  checkedRange,
  combine,
  combineBits,
  hullOf,
  type Interval,
  isWithin,
  mayBeZero,
  quotientRange,
  restrict,
  withoutZero,
} from '../../codegen/ir/interval.js';
import { findIntrinsic } from '../../codegen/ir/intrinsics/index.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { doubleType, splitType, stringType } from '../../codegen/ir/type.js';
import { BrokenClaim } from './claims.js';

const small = [-3, -2, -1, 0, 1, 2, 3];
const bits32 = [-(2 ** 31), -257, -256, -1, 0, 1, 5, 31, 32, 255, 256, 2 ** 31 - 1];
const large = [-(2 ** 53), 1 - 2 ** 53, -(2 ** 26), -1, 0, 1, 2 ** 26, 2 ** 27 + 1, 2 ** 53 - 1, 2 ** 53];

const doubles = {
  '+': (x: number, y: number) => x + y,
  '-': (x: number, y: number) => x - y,
  '*': (x: number, y: number) => x * y,
  '%': (x: number, y: number) => x % y,
} as const;
const exact = {
  '+': (x: bigint, y: bigint) => x + y,
  '-': (x: bigint, y: bigint) => x - y,
  '*': (x: bigint, y: bigint) => x * y,
  '/': (x: bigint, y: bigint) => x / y,
  '%': (x: bigint, y: bigint) => x % y,
} as const;
const comparisons = {
  '<': (x: number, y: number) => x < y,
  '<=': (x: number, y: number) => x <= y,
  '>': (x: number, y: number) => x > y,
  '>=': (x: number, y: number) => x >= y,
} as const;

/** Checks the arithmetic of ranges against JavaScript's, for all ranges between some numbers. Throws {@link BrokenClaim}. */
export function checkIntervals(): void {
  checkArithmetic();
  checkAttempts();
  checkBits();
  checkRestriction();
  checkQuotients();
  checkFunctions();
  checkBigInts();
  checkColumns();
  checkPlaces();
  checkDates();
  checkArrays();
}

/** The fields of a date, as of the first and the last time that JavaScript has. */
function checkDates(): void {
  const fields = {
    FullYear: [-271_821, 275_760],
    Month: [0, 11],
    Date: [1, 31],
    Day: [0, 6],
    Hours: [0, 23],
    Minutes: [0, 59],
    Seconds: [0, 59],
    Milliseconds: [0, 999],
  };
  for (const [field, ends] of Object.entries(fields)) {
    const name = `Date.prototype.getUTC${field}`;
    const range = findIntrinsic(name)?.range?.([{ min: -8.64e15, max: 8.64e15 }]);
    if (range) checkTight(range, ends, name);
  }
}

/** The lengths of arrays, and places in them: -1 for an element that is not there. */
function checkArrays(): void {
  const text: Expression = { kind: 'read', variable: 0, type: stringType() };
  const pieces = split(text, literal(','), undefined);
  const list = { kind: 'read', variable: 1, type: { ...splitType, core: { ...splitType.core, lazy: 'list' } } };
  const fn = { variables: [], input: [] } as unknown as RowFunction;
  for (const [array, most] of [
    [pieces, 2 ** 30 + 1],
    [list as unknown as Expression, 2 ** 31 - 1],
  ] as const) {
    const of = (operation: 'length' | 'indexOf' | 'lastIndexOf') =>
      rangeOfNumber(arrayCall(operation, array, literal('a')), new Map(), fn) ?? { min: 0, max: 0 };
    checkTight(of('length'), [0, most], 'the length of an array');
    for (const search of ['indexOf', 'lastIndexOf'] as const) checkTight(of(search), [-1, most - 1], search);
  }
  const one = { ...fn, variables: [{ id: 0, name: 'i', column: 0 }], input: [{ scalar: 'index' }] };
  const index = rangeOfNumber(
    { kind: 'read', variable: 0, type: doubleType },
    new Map(),
    one as unknown as RowFunction,
  );
  checkTight(index ?? { min: 1, max: 1 }, [0, Number.MAX_SAFE_INTEGER], 'the number of a row');
}

/** Columns have the ranges of the typed arrays that hold them. */
function checkColumns(): void {
  const arrays = {
    int8: Int8Array,
    uint8: Uint8Array,
    int16: Int16Array,
    uint16: Uint16Array,
    int32: Int32Array,
    uint32: Uint32Array,
  };
  for (const [type, array] of Object.entries(arrays)) {
    const bits = 8 * array.BYTES_PER_ELEMENT;
    const values = [0, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2 ** bits - 1].map((value) => array.of(value)[0]);
    const range = rangeOfColumn(type as keyof typeof arrays);
    if (!range) throw new BrokenClaim(`${type} has no range`);
    checkTight(range, values, type);
  }
  for (const [type, unit, array] of [
    ['date32', 86_400_000, Int32Array.of(-(2 ** 31), 2 ** 31 - 1)],
    ['timestamp[s]', 1000, BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n)],
    ['timestamp[ms]', 1, BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n)],
  ] as const) {
    const range = rangeOfColumn(type);
    if (!range) throw new BrokenClaim(`${type} has no range`);
    checkTight(
      range,
      [...array].map((value) => Number(value) * unit),
      type,
    );
  }
  for (const type of ['float32', 'float64', 'utf8', 'bool', 'int64'] as const)
    if (rangeOfColumn(type)) throw new BrokenClaim(`${type} has a range`);
}

/** No result is outside its range. Sums, differences and products of small numbers reach both ends. */
function checkArithmetic(): void {
  for (const [numbers, isTight] of [
    [small, true],
    [large, false],
  ] as const)
    for (const operator of ['+', '-', '*', '%'] as const)
      forEachPair(numbers, (a, b) => {
        const range = combine(operator, a, b);
        const results = pairsIn(numbers, a, b).map(([x, y]) => ({ x, y, result: doubles[operator](x, y) }));
        const mayBeOther = results.some(({ result }) => !Number.isInteger(result));
        const says = `${shown(a)} ${operator} ${shown(b)}`;
        if (!range) {
          const isExact = operator !== '%' && results.every(({ result }) => Math.abs(result) <= 2 ** 53 - 1);
          if ((isTight || isExact) && !mayBeOther) throw new BrokenClaim(`${says} has no range`);
          return;
        }
        for (const { x, y, result } of results) {
          checkInside(result, range, `${x} ${operator} ${y} of ${says}`);
          if (BigInt(result) !== exact[operator](BigInt(x), BigInt(y)))
            throw new BrokenClaim(`${x} ${operator} ${y} is rounded`);
        }
        if (isTight && operator !== '%' && range.minusZero && results.every(({ result }) => !Object.is(result, -0)))
          throw new BrokenClaim(`${says} is never -0`);
        if (isTight && operator !== '%')
          checkTight(
            range,
            results.map(({ result }) => result),
            says,
          );
      });
  for (const a of intervals(small)) for (const b of intervals(small)) checkHull(a, b);
  if (combine('/', { min: 1, max: 1 }, { min: 1, max: 1 })) throw new BrokenClaim('a quotient has a range');
}

const checkedOperations = {
  ...doubles,
  '/': (x: number, y: number) => x / y,
  'floor /': (x: number, y: number) => Math.floor(x / y),
  'ceil /': (x: number, y: number) => Math.ceil(x / y),
  'trunc /': (x: number, y: number) => Math.trunc(x / y),
} as const;

/** An attempt ends at any result that is no integer up to 2^53 - 1. No other result is outside its range. */
function checkAttempts(): void {
  for (const [numbers, isSmall] of [
    [small, true],
    [large, false],
  ] as const)
    for (const operator of Object.keys(checkedOperations) as readonly (keyof typeof checkedOperations)[])
      forEachPair(numbers, (a, b) => {
        const range = checkedRange(operator, a, b);
        const says = `${shown(a)} ${operator} ${shown(b)} of an attempt`;
        const results = pairsIn(numbers, a, b)
          .map(([x, y]) => checkedOperations[operator](x, y))
          .filter(Number.isSafeInteger);
        for (const result of results) checkInside(result, range, says);
        if (range.min < 1 - 2 ** 53 || range.max > 2 ** 53 - 1) throw new BrokenClaim(`${says} leaves a long`);
        if (!isSmall || operator.length > 1 || operator === '%' || operator === '/') return;
        if (range.minusZero && results.every((result) => !Object.is(result, -0)))
          throw new BrokenClaim(`${says} is never -0`);
        checkTight(range, results, says);
      });
}

function checkHull(a: Interval, b: Interval): void {
  const hull = hullOf(a, b);
  checkTight(hull, [a.min, a.max, b.min, b.max], `the hull of ${shown(a)} and ${shown(b)}`);
  const [multiples, others] = [
    { ...a, multipleOf: 'x' },
    { ...b, multipleOf: 'y' },
  ];
  if (hullOf(multiples, { ...b, multipleOf: 'x' }).multipleOf !== 'x' || hullOf(multiples, others).multipleOf)
    throw new BrokenClaim('a hull is of multiples of another number');
  const isPart = a.min >= b.min && a.max <= b.max;
  if (isWithin(a, b) !== isPart) throw new BrokenClaim(`${shown(a)} within ${shown(b)} is ${!isPart}`);
}

/** The width of a range that bits may have: a power of 2 above the values of both operands. */
function checkBits(): void {
  for (const operator of ['&', '|', '^', '<<', '>>', '>>>'] as const)
    forEachPair(bits32, (a, b) => {
      const range = combineBits(operator, a, b);
      const says = `${shown(a)} ${operator} ${shown(b)}`;
      const results = pairsIn(bits32, a, b).map(([x, y]) => bitsOfNumbers(operator, x, y));
      for (const result of results) checkInside(result, range, says);
      if (a.min === a.max && b.min === b.max && (operator === '>>' || operator === '>>>'))
        if (b.min >= 0 && b.max < 32)
          checkTight(range, a.min < 0 && operator === '>>>' ? [0, (2 ** 32 - 1) >>> b.min] : results, says);
      const most = Math.max(...[a, b].flatMap(({ min, max }) => [Math.abs(min), Math.abs(max)]));
      const isBitwise = operator === '&' || operator === '|' || operator === '^';
      if (isBitwise && Math.max(Math.abs(range.min), Math.abs(range.max)) > Math.max(1, 2 * most))
        throw new BrokenClaim(`${says} has the range ${shown(range)}`);
      if (isBitwise && a.min >= 0 && b.min >= 0 && range.min < 0) throw new BrokenClaim(`${says} is never negative`);
    });
}

/** A comparison leaves exactly the numbers for which it can hold. */
function checkRestriction(): void {
  for (const operator of ['<', '<=', '>', '>='] as const)
    forEachPair(small, (a, b) => {
      const part = restrict(a, operator, b);
      const left = pairsIn(small, a, b).flatMap(([x, y]) => (comparisons[operator](x, y) ? [x] : []));
      const says = `${shown(a)} where ${operator} ${shown(b)}`;
      if ((part === undefined) !== (left.length === 0))
        throw new BrokenClaim(`${says} is ${part ? shown(part) : 'empty'}`);
      if (part) checkTight(part, left, says);
    });
}

/** Quotients have a range unless the divisor may be 0. Exact ones are those of numbers that divide each other. */
function checkQuotients(): void {
  const numbers = [-(2 ** 32), -7, -2, -1, 0, 1, 2, 3, 7, 2 ** 32, 2 ** 32 + 1];
  for (const rounding of ['floor', 'ceil', 'trunc', 'exact'] as const)
    forEachPair(numbers, (a, b) => {
      const range = quotientRange(rounding, a, b);
      const says = `${rounding} of ${shown(a)} / ${shown(b)}`;
      const isKnown = !mayBeZero(b) && a.max <= 2 ** 32 && b.max <= 2 ** 32;
      if ((range !== undefined) !== isKnown) throw new BrokenClaim(`${says} is ${range ? shown(range) : 'unknown'}`);
      if (!range) return;
      const pairs = pairsIn(numbers, a, b).filter(([x, y]) => y !== 0 && (rounding !== 'exact' || x % y === 0));
      const results = pairs.map(([x, y]) => (rounding === 'exact' ? x / y : Math[rounding](x / y)));
      for (const result of results) checkInside(result, range, says);
      if (b.min > 0 && rounding !== 'exact') checkTight(range, results, says);
      const isOneSided = b.min > 1 || b.max < -1;
      if (rounding !== 'exact' && isOneSided && range.minusZero && results.every((result) => !Object.is(result, -0)))
        throw new BrokenClaim(`${says} is never -0`);
    });
  checkNonZero();
}

function checkNonZero(): void {
  for (const a of intervals(small)) {
    const part = withoutZero(a);
    const left = valuesIn(small, a).filter((x) => x !== 0);
    if ((part === undefined) !== (left.length === 0)) throw new BrokenClaim(`${shown(a)} without 0 is wrong`);
    if (part) checkTight(part, left, `${shown(a)} without 0`);
    if (part?.nonZero && (part.min > 0 || part.max < 0)) throw new BrokenClaim(`${shown(part)} excludes 0 twice`);
    if (part && mayBeZero(part)) throw new BrokenClaim(`${shown(part)} may be 0`);
  }
}

/** The functions of numbers, for all combinations of up to two ranges. */
function checkFunctions(): void {
  const unary = 'Math.floor Math.ceil Math.round Math.trunc Math.fround Math.abs Math.sign Math.clz32 square ToInt32';
  const wide = [
    ...small,
    2 ** 24 - 1,
    2 ** 24,
    2 ** 24 + 1,
    2 ** 26,
    2 ** 27 + 1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 24) - 1,
    -(2 ** 31),
  ];
  for (const name of [...unary.split(' '), ...throughColumns]) {
    const { range, evaluate } = intrinsic(name);
    for (const a of intervals(wide)) {
      const found = range?.([a]);
      const results = valuesIn(wide, a).flatMap((x) => evaluate?.([x]) ?? []);
      const says = `${name} of ${shown(a)}`;
      if (!found) {
        if (!['Math.fround', 'square'].includes(name)) throw new BrokenClaim(`${says} has no range`);
        if (wide.filter((x) => isInside(x, a)).every((x) => Math.abs(x) <= 2 ** 24))
          throw new BrokenClaim(`${says} has no range`);
        continue;
      }
      for (const result of results) checkInside(result, found, says);
      if (name === 'Math.fround' && (a.min < -(2 ** 24) || a.max > 2 ** 24))
        throw new BrokenClaim(`${says} may be rounded`);
      const isTight = !a.nonZero && !name.startsWith('column') && name !== 'Math.clz32' && name !== 'ToInt32';
      if (isTight) checkTight(found, results, says);
    }
  }
  for (const name of ['Math.max', 'Math.min', 'Math.imul', 'Int32 +', 'Int32 -', 'Int32 *'])
    forEachPair(name.startsWith('Math.m') ? small : bits32, (a, b) => {
      const { range, evaluate } = intrinsic(name);
      const numbers = name.startsWith('Math.m') ? small : bits32;
      const found = range?.([a, b]);
      if (!found) throw new BrokenClaim(`${name} has no range`);
      const results = pairsIn(numbers, a, b).map((pair) => evaluate?.(pair));
      for (const result of results) checkInside(result, found, `${name} of ${shown(a)} and ${shown(b)}`);
      if (name === 'Math.max' || name === 'Math.min')
        checkTight(found, results, `${name} of ${shown(a)} and ${shown(b)}`);
    });
  for (const name of ['Math.max', 'Math.min'])
    if (intrinsic(name).range?.([undefined, { min: 0, max: 0 }]) || intrinsic(name).range?.([]))
      throw new BrokenClaim(`${name} of an unknown number has a range`);
}

const throughColumns = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'].map((type) => `column ${type}`);

function intrinsic(name: string) {
  const found = findIntrinsic(name);
  if (!found) throw new RangeError(`There is no intrinsic ${name}`);
  return found;
}

/** Places in lists of constants are those of JavaScript's arrays, or -1; their ranges are no wider than the list. */
function checkPlaces(): void {
  for (const count of [1, 2, 3]) {
    const places = Array.from({ length: count }, (_, place) => place);
    for (const index of [-4, -3, -2, -1, -0, 0, 0.5, 1, 2, 3, Number.NaN]) {
      checkPlace('list index', [index, count], places[index] ?? -1);
      checkPlace('list at', [index, count], places.at(index) ?? -1);
    }
    for (const outer of [-1, 0, 2])
      for (const inner of [-1, 0, count - 1])
        checkPlace('nested index', [outer, inner, count], outer < 0 || inner < 0 ? -1 : outer * count + inner);
    checkEnds('list index', count, -1);
    checkEnds('list at', count, -1);
    checkEnds('present index', count, 0);
    checkEnds('own index', count, -1);
  }
}

function checkPlace(name: string, args: readonly number[], expected: number): void {
  const found = intrinsic(name).evaluate?.(args);
  if (!Object.is(found, expected)) throw new BrokenClaim(`${name} of ${args.join(', ')} is ${found}`);
  const range = intrinsic(name).range?.(args.map((value) => ({ min: value, max: value })));
  if (range) checkInside(expected, range, `${name} of ${args.join(', ')}`);
}

function checkEnds(name: string, count: number, min: number): void {
  const range = intrinsic(name).range?.([undefined, { min: count, max: count }]);
  if (!range) throw new BrokenClaim(`${name} has no range`);
  checkTight(range, [min, count - 1], name);
}

/** Exact, except that the ends of remainders need not be reached. */
function checkBigInts(): void {
  const numbers = small.map(BigInt);
  const ranges = numbers.flatMap((min) => numbers.filter((max) => max >= min).map((max) => ({ min, max })));
  for (const operator of ['+', '-', '*', '/', '%'] as const)
    for (const a of ranges) for (const b of ranges) checkBigInt(operator, a, b, numbers);
}

function checkBigInt(operator: keyof typeof exact, a: BigIntRange, b: BigIntRange, numbers: readonly bigint[]): void {
  const inside = (range: BigIntRange) => numbers.filter((value) => range.min <= value && value <= range.max);
  const divides = operator === '/' || operator === '%';
  const results = inside(a).flatMap((x) =>
    inside(b).flatMap((y) => (divides && y === 0n ? [] : [exact[operator](x, y)])),
  );
  const range = rangeOf(operator, a, b);
  const says = `${a.min}..${a.max} ${operator} ${b.min}..${b.max} is ${range.min}..${range.max}`;
  if (results.some((result) => result < range.min || result > range.max)) throw new BrokenClaim(says);
  const isReached = (end: bigint) => results.includes(end) || end === 0n;
  if (operator !== '%' && !(isReached(range.min) && isReached(range.max))) throw new BrokenClaim(`${says}, too wide`);
  const most = [a.min, a.max].map((value) => (value < 0n ? -value : value));
  if (operator === '%' && most.every((value) => range.max > value)) throw new BrokenClaim(`${says}, too wide`);
}

/** Returns the ranges between two of the numbers: as they are, with -0, and without 0. */
function intervals(numbers: readonly number[]): readonly Interval[] {
  return numbers.flatMap((min) =>
    numbers
      .filter((max) => max >= min)
      .flatMap((max) => {
        const range = { min, max };
        if (!mayBeZero(range)) return [range];
        const rest = withoutZero(range);
        return [range, { ...range, minusZero: true } as const, ...(rest?.nonZero ? [rest] : [])];
      }),
  );
}

/** Returns the listed numbers of a range, and -0 if that is one. */
function valuesIn(numbers: readonly number[], range: Interval): readonly number[] {
  const listed = numbers.filter((value) => isInside(value, range) && !(value === 0 && range.nonZero));
  return range.minusZero ? [...listed, -0] : listed;
}

function forEachPair(numbers: readonly number[], check: (a: Interval, b: Interval) => void): void {
  const all = intervals(numbers);
  for (const a of all) for (const b of all) check(a, b);
}

/** Returns the pairs of listed numbers from two ranges. */
function pairsIn(numbers: readonly number[], a: Interval, b: Interval): readonly (readonly [number, number])[] {
  const [left, right] = [a, b].map((range) => valuesIn(numbers, range));
  return (left ?? []).flatMap((x) => (right ?? []).map((y) => [x, y] as const));
}

function isInside(value: number, { min, max }: Interval): boolean {
  return min <= value && value <= max;
}

function isInteger(value: unknown, { minusZero }: Interval): value is number {
  return Number.isInteger(value) && (minusZero === true || !Object.is(value, -0));
}

function checkInside(value: unknown, range: Interval, says: string): void {
  if (!isInteger(value, range) || !isInside(value, range))
    throw new BrokenClaim(`${says} is ${value}, outside ${shown(range)}`);
}

function checkTight(range: Interval, values: readonly unknown[], says: string): void {
  const numbers = values.map(Number);
  if (range.min === Math.min(...numbers) && range.max === Math.max(...numbers)) return;
  throw new BrokenClaim(
    `${says} has the range ${shown(range)}, but is ${Math.min(...numbers)}..${Math.max(...numbers)}`,
  );
}

function shown({ min, max, minusZero, nonZero }: Interval): string {
  return `${min}..${max}${minusZero ? ' or -0' : ''}${nonZero ? ' but 0' : ''}`;
}
