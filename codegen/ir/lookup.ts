import { canBe, literal, onePiece, require } from './build.js';
import type { Constant } from './constant-value.js';
import type { Expression } from './expression.js';
import { call } from './intrinsics/call.js';
import { intType, joinTypes, orUndefined, sameType, type Type } from './type.js';

/** Returns the keys that a value of the operand's type can equal, with their values. Of equal keys the first counts. */
export function possibleKeys<Value>(
  operand: Expression,
  entries: Iterable<readonly [key: Constant, value: Value]>,
): readonly (readonly [key: Constant, value: Value])[] {
  // A Map compares keys by SameValueZero itself.
  const found = new Map<Constant, Value>();
  for (const [key, value] of entries) if (canBe(operand.type, key) && !found.has(key)) found.set(key, value);
  return [...found];
}

/**
 * Builds the index of the key that the operand equals, or -1. The keys are possible for its type, each once.
 *
 * @param constant The name in generated code, after the constant in the source.
 */
export function find(operand: Expression, keys: readonly Constant[], constant?: string): Expression {
  if (operand.kind === 'literal')
    return literal(new Map(keys.map((key, index) => [key, index])).get(operand.value) ?? -1);
  return Object.freeze({ kind: 'find', operand: onePiece(operand), keys, constant, type: intType });
}

/**
 * Builds the value at an index, or undefined for any other index unless `total` excludes that. Returns undefined if the values are of two
 * kinds.
 *
 * @param constant The name in generated code, after the constant in the source.
 */
export function pick(
  index: Expression,
  values: readonly Constant[],
  total = false,
  constant?: string,
): Expression | undefined {
  const type = pickedType(values);
  if (!type) return undefined;
  if (index.kind === 'literal') return literal(values[Number(index.value)]);
  if (values.length === 0) return literal(undefined);
  if (total && sameType(index.type, intType) && values.every((value, place) => value === place)) return index;
  return Object.freeze({
    kind: 'pick',
    operand: require(index),
    values,
    constant,
    type: total ? type : orUndefined(type),
  });
}

/** The smallest type that holds all values. */
export function pickedType(values: readonly Constant[]): Type | undefined {
  const [first, ...rest] = values.map((value) => literal(value).type);
  return rest.reduce<Type | undefined>(
    (joined, type) => joined && joinTypes(joined, type),
    first ?? literal(undefined).type,
  );
}

/** Builds the index; fails the row unless it is one of `count`. */
export function presentIndex(index: Expression, count: number): Expression {
  return call('present index', index, literal(count));
}

/** Builds the index of an own property; fails the row if the index is one of the inherited names after these. */
export function ownIndex(index: Expression, count: number): Expression {
  return call('own index', index, literal(count));
}

/** Builds the place of a number in a list, or -1. */
export function listIndex(index: Expression, count: number): Expression {
  return call('list index', index, literal(count));
}

/** Builds the place for `at`, where negative numbers count from the end. */
export function listAt(index: Expression, count: number): Expression {
  return call('list at', index, literal(count));
}

/** Builds a place in a table of tables that have `count` places each. */
export function nestedIndex(outer: Expression, inner: Expression, count: number): Expression {
  return call('nested index', outer, inner, literal(count));
}
