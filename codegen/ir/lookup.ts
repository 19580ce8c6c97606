import { canBe, literal, onePiece, require } from './build.js';
import type { Constant } from './constant-value.js';
import type { Expression } from './expression.js';
import { call } from './intrinsics/call.js';
import { intType, joinTypes, orUndefined, sameType, type Type } from './type.js';

/** The keys that a value of the type can equal, with what belongs to each; the first of equal ones. */
export function possibleKeys<Value>(
  operand: Expression,
  entries: Iterable<readonly [key: Constant, value: Value]>,
): readonly (readonly [key: Constant, value: Value])[] {
  // A Map holds keys by SameValueZero itself.
  const found = new Map<Constant, Value>();
  for (const [key, value] of entries) if (canBe(operand.type, key) && !found.has(key)) found.set(key, value);
  return [...found];
}

/** Which of the keys the operand is: an index, or -1. They are possible for its type, each once. */
export function find(operand: Expression, keys: readonly Constant[]): Expression {
  if (operand.kind === 'literal')
    return literal(new Map(keys.map((key, index) => [key, index])).get(operand.value) ?? -1);
  return Object.freeze({ kind: 'find', operand: onePiece(operand), keys, type: intType });
}

/** The value at an index, undefined at any other where `total` does not exclude it. Undefined where the values are of two kinds. */
export function pick(index: Expression, values: readonly Constant[], total = false): Expression | undefined {
  const type = pickedType(values);
  if (!type) return undefined;
  if (index.kind === 'literal') return literal(values[Number(index.value)]);
  if (values.length === 0) return literal(undefined);
  if (total && sameType(index.type, intType) && values.every((value, place) => value === place)) return index;
  return Object.freeze({ kind: 'pick', operand: require(index), values, type: total ? type : orUndefined(type) });
}

/** The smallest type that holds all values. */
export function pickedType(values: readonly Constant[]): Type | undefined {
  const [first, ...rest] = values.map((value) => literal(value).type);
  return rest.reduce<Type | undefined>(
    (joined, type) => joined && joinTypes(joined, type),
    first ?? literal(undefined).type,
  );
}

/** The index, failing the row where it is none of `count`. */
export function presentIndex(index: Expression, count: number): Expression {
  return call('present index', index, literal(count));
}

/** The index of an own property, failing the row where it is one of those after them, which are inherited. */
export function ownIndex(index: Expression, count: number): Expression {
  return call('own index', index, literal(count));
}

/** The place of a number in a list, or -1. */
export function listIndex(index: Expression, count: number): Expression {
  return call('list index', index, literal(count));
}

/** The same for `at`, where negative numbers count from the end. */
export function listAt(index: Expression, count: number): Expression {
  return call('list at', index, literal(count));
}

/** A place in a table of tables of `count` places each. */
export function nestedIndex(outer: Expression, inner: Expression, count: number): Expression {
  return call('nested index', outer, inner, literal(count));
}
