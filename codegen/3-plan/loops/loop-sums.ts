import { int128Range, rangeWithin } from '../../ir/bigint-range.js';
import { arithmetic, conditional, convert, literal, not, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { largestExact } from '../../ir/interval.js';
import { doubleType, int64Type, int128Type, intType, sameType } from '../../ir/type.js';
import { bigintRange } from '../element-values.js';
import type { Carried, Result } from './loop-carried.js';
import { isLiteral } from './loop-course.js';
import type { LoopScope } from './loop-scope.js';
import { Irregular, withoutConversions } from './loop-step.js';
import { windowRows } from './reduction-list.js';

/**
 * Reduces sums. Those of integers and bigints are the same in any order; others are added in the order of `sum()` if the description allows
 * it.
 */
export function sum(carried: Carried): Result {
  const { id, shape, course, begun, scope, limits } = carried;
  if (scope.read(id).type.core.kind === 'bigint') return bigintSum(carried);
  const value = scope.ofElement(shape.value(literal(0)));
  const start = begun.get(id);
  const from = course.withoutFirst ? { min: 0, max: 0 } : start && scope.range(start);
  const step = reachOf(value, scope);
  const isExact = from && step !== undefined && largest(from) + step * limits.rows <= largestExact;
  return isExact ? integerSum(value, carried) : reorderedSum(carried);
}

/**
 * The farthest that a sum can move while a step adds its terms one by one: the sum of their greatest absolute values. Undefined if a term
 * may be anything but an integer.
 */
function reachOf(e: Expression, scope: LoopScope): number | undefined {
  if (e.kind === 'arithmetic' && (e.operator === '+' || e.operator === '-')) {
    const [left, right] = [reachOf(e.left, scope), reachOf(e.right, scope)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (e.kind === 'conditional') {
    const [whenTrue, whenFalse] = [reachOf(e.whenTrue, scope), reachOf(e.whenFalse, scope)];
    return whenTrue === undefined || whenFalse === undefined ? undefined : Math.max(whenTrue, whenFalse);
  }
  if (e.kind === 'convert') return reachOf(e.operand, scope);
  const range = scope.range(e);
  return range && largest(range);
}

function largest({ min, max }: { readonly min: number; readonly max: number }): number {
  return Math.max(Math.abs(min), Math.abs(max));
}

function integerSum(value: Expression, { id, course: { withoutFirst }, scope }: Carried): Result {
  const counted = countOf(value);
  const before = scope.read(id);
  const says = counted ? 'a count' : 'a sum of integers';
  if (!counted) {
    // A count that is held in 32 bits has to grow by 1.
    if (sameType(before.type, intType)) throw new Irregular(`counts ${scope.name(id)} in steps that differ`);
    const total = toNumber(scope.list.reduce('sum of integers', value, int64Type));
    return { value: withoutFirst ? total : arithmetic('+', before, total), says };
  }
  const total = counted === 'all' ? windowRows : scope.list.reduce('count', counted, intType);
  if (sameType(before.type, intType))
    return { value: { kind: 'arithmetic', operator: '+', left: before, right: total, type: intType }, says };
  return { value: arithmetic('+', before, total), says };
}

function bigintSum({ id, shape, course, begun, scope, limits }: Carried): Result {
  const value = scope.ofElement(shape.value(literal(0n)));
  const before = scope.read(id);
  const [range, start] = [bigintRange(value), bigintRange(begun.get(id) ?? before)];
  const rows = BigInt(limits.rows);
  const farthest = range &&
    start && {
      min: start.min + rows * (range.min < 0n ? range.min : 0n),
      max: start.max + rows * (range.max > 0n ? range.max : 0n),
    };
  if (!farthest || !rangeWithin(farthest, int128Range))
    throw new Irregular(`adds bigints to ${scope.name(id)} whose sum may leave 128 bits on the way`);
  const total = scope.list.reduce('exact sum', value, int128Type);
  return {
    value: convert(course.withoutFirst ? total : arithmetic('+', before, total), before.type),
    says: 'a sum of bigints',
  };
}

function reorderedSum({ id, shape, course, scope, limits }: Carried): Result {
  const { withoutFirst, origin, isDirect } = course;
  const rounds = `adds numbers to ${scope.name(id)}, which may round`;
  if (!limits.reorder)
    throw new Irregular(
      `${rounds}: with \`reorder: true\` in the description the sum takes steps that do not depend on the window's size`,
    );
  if (!isDirect) throw new Irregular(`${rounds}, of an array that was made of the window: go over the window itself`);
  const reordered = origin?.assigned.find(({ variable }) => variable === id)?.name;
  if (!origin || reordered === undefined)
    throw new Irregular(`${rounds}, and is no \`for\` with a variable of its own, nor a \`reduce\` to a number`);
  if (limits.copies.get(origin.id) !== 1) throw new Irregular(`${rounds}, in a function that is called more than once`);
  const value = convert(scope.ofElement(shape.value(literal(-0))), doubleType);
  const total = scope.list.reduce('sum', value, doubleType);
  return {
    value: withoutFirst ? total : arithmetic('+', scope.read(id), total),
    says: 'a sum in the order of `sum()`',
    reordered,
  };
}

/** Returns the test of elements for which 1 is added, if 0 is added for all others; `all` if 1 is added for every element. */
function countOf(given: Expression): Expression | 'all' | undefined {
  const value = withoutConversions(given);
  if (isLiteral(value, 1)) return 'all';
  if (value.kind !== 'conditional') return undefined;
  const { test, whenTrue, whenFalse } = value;
  if (isLiteral(whenFalse, 0)) {
    const inner = countOf(whenTrue);
    return inner === 'all' ? test : inner && conditional(test, inner, literal(false));
  }
  if (!isLiteral(whenTrue, 0)) return undefined;
  const inner = countOf(whenFalse);
  return inner === 'all' ? not(test) : inner && conditional(test, literal(false), inner);
}
