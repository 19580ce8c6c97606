import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType, heldElement, newArray } from '../../ir/arrays.js';
import { compare, equal, literal, logical } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { arrayType, booleanType, doubleType, orNull, sameType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { lasting } from '../effects/stored-value.js';
import { elementOfType } from '../syntax/declared-type.js';
import { anyValue } from '../values/any-value.js';
import { isOptional, optionalElement, presenceOf, settled } from '../values/optional-value.js';
import { isExpression, leavesOf, mapLeaves, type RecordsValue, type Value } from '../values/value.js';

/** Returns one of the arrays, for their common length. */
export function firstArray({ parts }: RecordsValue): Expression {
  const [first] = leavesOf(parts);
  if (!first) throw new RangeError('An array of objects has at least one part');
  return first;
}

export function lengthOf(records: RecordsValue): Expression {
  return arrayCall('length', firstArray(records));
}

/** Applies an operation to the array of each part. */
export function mapArrays({ parts, ...rest }: RecordsValue, change: (array: Expression) => Expression): RecordsValue {
  return { ...rest, parts: mapLeaves(parts, change) };
}

/**
 * Keeps arrays that are read several times. Arrays in variables stay reads, so that assignments to them are noticed.
 */
export function keepArrays<T extends Expression | RecordsValue>(source: T, context: RowContext): T {
  return mapLeaves(source, (array) => (array.kind === 'read' ? array : keepExpression(array, 'array', context))) as T;
}

/** Returns the element at an index within the array, with each part in a variable. `first` is the element of the first array. */
export function recordAt(
  { parts, isOfColumn }: RecordsValue,
  index: Expression,
  context: RowContext,
  first?: Expression,
): Value {
  let taken = first;
  const element = mapLeaves(parts, (array) => {
    const part = taken ?? keepExpression(arrayCall('item', array, index), 'part', context);
    taken = undefined;
    return part;
  });
  const record = settled(element);
  return isOfColumn ? ofColumn(record) : record;
}

/** Marks a struct of a column. */
function ofColumn(value: Value): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional') return { ...value, value: ofColumn(value.value) };
  return value.kind === 'object' ? { ...value, isOfColumn: true } : value;
}

/** Compiles `people[i]`: the element at any index, or nothing. */
export function recordAtAny(records: RecordsValue, given: Expression, context: RowContext): Value {
  const index = isStable(given, context) ? given : keepExpression(given, 'place', context);
  const bounds = logical('&&', compare('>=', index, literal(0)), compare('<', index, lengthOf(records)));
  const present = (bounds && logical('&&', bounds, equal(call('Math.trunc', index), index))) ?? literal(false);
  const kept = keepExpression(present, 'isThere', context);
  return optionalElement(kept, recordAt(records, call('ToInt32', index), context));
}

/** Returns the elements of a literal as records, with the parts of their type. Returns undefined if arrays cannot hold them. */
export function recordsOf(
  elements: readonly Value[],
  type: ts.Type | undefined,
  context: RowContext,
): RecordsValue | undefined {
  const declared = type && elementsOf(type, context);
  const empty = declared && emptyParts(declared, context);
  const parts = elements.length === 0 ? empty : (zip(elements, empty, context) ?? zip(elements, undefined, context));
  return parts && !isExpression(parts) && leavesOf(parts).length > 0 ? { kind: 'records', parts } : undefined;
}

function elementsOf(type: ts.Type, { program: { checker } }: RowContext): ts.Type | undefined {
  return checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
}

/** Returns empty arrays for the parts of an element type, or undefined if arrays cannot hold one of them. */
function emptyParts(type: ts.Type, context: RowContext): Value | undefined {
  const { checker } = context.program;
  const held = elementOfType(type, checker);
  if (held) return newArray([], held);
  const present = checker.getNonNullableType(type);
  if (present !== type) {
    const value = emptyParts(present, context);
    const isThere = newArray([], orNull(booleanType));
    return value && isThere && { kind: 'optional', tagged: true, present: isThere, value };
  }
  if (checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference).map((part) => emptyParts(part, context));
    return elements.every((part) => part !== undefined) ? { kind: 'tuple', elements } : undefined;
  }
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(type);
  if (!isObject || type.getCallSignatures().length > 0) return undefined;
  if (type.getSymbol()?.getName() === 'Date') return { kind: 'date', time: newArray([], doubleType) ?? literal(0) };
  const properties = new Map<string, Value>();
  for (const property of type.getProperties()) {
    const part = emptyParts(checker.getTypeOfSymbol(property), context);
    if (!part) return undefined;
    properties.set(property.getName(), part);
  }
  return { kind: 'object', properties };
}

/**
 * Zips objects of which some may be missing; an array of tags says which are present. Returns undefined if none may be.
 */
function zipOptional(values: readonly Value[], empty: Value | undefined, context: RowContext): Value | undefined {
  const isNothing = (value: Value) => isExpression(value) && value.type.core.kind === 'nothing';
  const whole = values.find((value) => !isExpression(value));
  if (!whole || !values.some((value) => isNothing(value) || isOptional(value))) return undefined;
  const form = isOptional(whole) ? whole.value : whole;
  const any = mapLeaves(form, (leaf) => anyValue(heldElement(leaf)?.type ?? leaf.type));
  const tags = values.map((value) =>
    isExpression(value) ? value : isOptional(value) ? presenceOf(value) : literal(true),
  );
  const present = values.map((value) => (isExpression(value) ? any : isOptional(value) ? value.value : value));
  const isThere = newArray(tags, booleanType);
  const emptyForm = empty && isOptional(empty) ? empty.value : empty;
  const value = zip(present, emptyForm, context) ?? zip(present, undefined, context);
  return isThere && value && { kind: 'optional', tagged: true, present: isThere, value };
}

/** Zips values of one shape: an array per part. Returns undefined for values of several shapes. */
function zip(values: readonly Value[], empty: Value | undefined, context: RowContext): Value | undefined {
  const [first] = values;
  if (!first) return undefined;
  const optional = zipOptional(values, empty, context);
  if (optional) return optional;
  if (isExpression(first)) {
    const held = values.map((value) => (isExpression(value) ? heldElement(lasting(value, context)) : undefined));
    if (!held.every((value) => value !== undefined)) return undefined;
    const declared = empty && isExpression(empty) ? elementType(empty.type) : undefined;
    const array = newArray(held, declared);
    return array && (!declared || sameType(array.type, arrayType(declared))) ? array : undefined;
  }
  if (first.kind === 'date') {
    const times = values.map((value) => (!isExpression(value) && value.kind === 'date' ? value.time : undefined));
    const time = times.every((value) => value !== undefined) ? zip(times, undefined, context) : undefined;
    return time && isExpression(time) ? { kind: 'date', time } : undefined;
  }
  if (first.kind === 'tuple') {
    const tuples = values.map((value) => (!isExpression(value) && value.kind === 'tuple' ? value.elements : []));
    if (tuples.some((elements) => elements.length !== first.elements.length)) return undefined;
    const parts = first.elements.map((_, index) => {
      const part = empty && !isExpression(empty) && empty.kind === 'tuple' ? empty.elements[index] : undefined;
      return zip(
        tuples.flatMap((elements) => elements.slice(index, index + 1)),
        part,
        context,
      );
    });
    return parts.every((part) => part !== undefined) ? { kind: 'tuple', elements: parts } : undefined;
  }
  if (first.kind !== 'object') return undefined;
  const properties = new Map<string, Value>();
  for (const name of first.properties.keys()) {
    const below = values.map((value) =>
      !isExpression(value) && value.kind === 'object' ? value.properties.get(name) : undefined,
    );
    const isWhole = values.every(
      (value) => !isExpression(value) && value.kind === 'object' && value.properties.size === first.properties.size,
    );
    const part = empty && !isExpression(empty) && empty.kind === 'object' ? empty.properties.get(name) : undefined;
    const zipped = isWhole && below.every((value) => value !== undefined) ? zip(below, part, context) : undefined;
    if (!zipped) return undefined;
    properties.set(name, zipped);
  }
  return { kind: 'object', properties };
}

/** Returns an array of the same objects, each part of which can be changed by itself. */
export function copyOfRecords(records: RecordsValue): RecordsValue {
  return mapArrays(records, (array) => arrayCall('slice', array, literal(0)));
}
