import { type BigIntRange, int64Range, int128Range, rangeWithin, uint64Range } from '../../ir/bigint-range.js';
import { compare, convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { booleanType, doubleType, int64Type, mayBeAbsent, uint64Type } from '../../ir/type.js';
import { bigintRange } from '../element-values.js';
import { chosen } from '../shape.js';
import type { Carried, Result } from './loop-carried.js';
import { Irregular, withoutConversions } from './loop-step.js';

/** Reduces the least or the greatest value that a loop keeps. */
export function extreme(carried: Carried): Result {
  const { id, scope, shape } = carried;
  const { type } = scope.read(id);
  if (mayBeAbsent(type)) return extremeOrNull(carried);
  if (type.core.kind === 'bigint') return bigintExtreme(carried);
  return shape.operation === 'min' || shape.operation === 'max'
    ? mathExtreme(shape.operation, carried)
    : numberExtreme(carried);
}

function isLeast({ shape: { operation } }: Carried): boolean {
  return operation === 'min' || operation === 'least' || operation === 'lesser';
}

/** Reduces an extreme that `Math.min` or `Math.max` keeps. */
function mathExtreme(operation: 'min' | 'max', carried: Carried): Result {
  const { id, scope } = carried;
  const value = scope.list.reduce(operation, numberOf(carried), doubleType);
  return { value: call(`Math.${operation}`, scope.read(id), value), says: says(carried) };
}

/** Reduces an extreme that a comparison keeps. */
function numberExtreme(carried: Carried): Result {
  const { id, shape, begun, scope } = carried;
  const value = numberOf(carried);
  const start = begun.get(id);
  const isStrict = shape.operation === 'least' || shape.operation === 'greatest';
  const isInteger = start && scope.range(start) && scope.range(shape.value(start));
  if (!isStrict && !isInteger)
    throw new Irregular(
      `keeps ${scope.name(id)} by a comparison that NaN or the sign of zero may pass: compare by \`value ${isLeast(carried) ? '<' : '>'}\` it`,
    );
  return beyond(carried, scope.list.reduce(isLeast(carried) ? 'least' : 'greatest', value, doubleType));
}

/** The number of each element; for elements that are left out, a number that changes nothing. */
function numberOf(carried: Carried): Expression {
  const { id, shape, scope } = carried;
  const value = scope.ofElement(shape.value(literal(isLeast(carried) ? Infinity : -Infinity)));
  if (value.type.core.kind !== 'number')
    throw new Irregular(`compares ${scope.name(id)} with other values than numbers`);
  return convert(value, doubleType);
}

/** Reduces an extreme that begins with null, which the first element replaces. */
function extremeOrNull(carried: Carried): Result {
  const { id, shape, begun, scope } = carried;
  const before = scope.read(id);
  const start = withoutConversions(begun.get(id) ?? before);
  const isNull = start.kind === 'literal' && start.value === null && !before.type.mayBeUndefined;
  if (!shape.orNull || !isNull) throw new Irregular(`may begin ${scope.name(id)} with null`);
  const isBigInt = before.type.core.kind === 'bigint';
  const value = isBigInt
    ? extremeOfBigInts(carried, bigintRange(shape.value(literal(0n))) ?? int128Range)
    : extremeOfIntegers(carried);
  if (!value)
    throw new Irregular(
      `begins ${scope.name(id)} with null, whose place a NaN would take for good: begin with ${isLeast(carried) ? '' : '-'}Infinity`,
    );
  const found = convert(value, before.type);
  const { taken } = shape;
  if (taken.kind === 'literal' && taken.value === true) return { value: found, says: says(carried) };
  const any = scope.list.reduce('any', scope.ofElement(taken), booleanType);
  return { value: chosen(any, found, before), says: says(carried) };
}

function extremeOfIntegers(carried: Carried): Expression | undefined {
  const { shape, scope } = carried;
  if (!scope.range(shape.value(literal(0)))) return undefined;
  return scope.list.reduce(isLeast(carried) ? 'least' : 'greatest', numberOf(carried), doubleType);
}

function bigintExtreme(carried: Carried): Result {
  const { id, begun, scope } = carried;
  const start = bigintRange(begun.get(id) ?? literal(null));
  const value = start && extremeOfBigInts(carried, start);
  if (!value) throw new Irregular(`compares ${scope.name(id)} with bigints of more than 64 bits`);
  return beyond(carried, value);
}

/** Undefined if 64 bits do not hold all elements and the start. */
function extremeOfBigInts(carried: Carried, start: BigIntRange): Expression | undefined {
  const { shape, scope } = carried;
  const plain = bigintRange(shape.value(literal(start.min)));
  const form = [int64Range, uint64Range].find((one) => plain && rangeWithin(start, one) && rangeWithin(plain, one));
  if (!form) return undefined;
  const type = form === int64Range ? int64Type : uint64Type;
  const identity = convert(literal(isLeast(carried) ? form.max : form.min), type);
  const value = convert(scope.ofElement(shape.value(identity)), type);
  return scope.list.reduce(isLeast(carried) ? 'min of integers' : 'max of integers', value, type);
}

/** The extreme if it exceeds the value before the loop, otherwise that value. */
function beyond(carried: Carried, value: Expression): Result {
  const { id, scope } = carried;
  const before = scope.read(id);
  const { kept, declaration } = scope.list.keep(isLeast(carried) ? 'least' : 'greatest', value);
  const isBeyond = compare(isLeast(carried) ? '<' : '>', kept, before);
  return { declaration, value: chosen(isBeyond, convert(kept, before.type), before), says: says(carried) };
}

function says(carried: Carried): string {
  return isLeast(carried) ? 'the least value' : 'the greatest value';
}
