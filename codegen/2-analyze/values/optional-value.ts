import { conditional, equal, literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import { isAbsent } from './logical-operator.js';
import { isExpression, mapProperties, type OptionalValue, type RowValue, type Value } from './value.js';

export function isOptional(value: Value): value is OptionalValue {
  return !isExpression(value) && value.kind === 'optional';
}

/**
 * Returns the value that a tag describes: null or undefined if the tag can be nothing else, the value if it is always present, and
 * otherwise an optional. A tag that is an array has one tag per element.
 */
export function optionalOf(tag: Expression, value: Value): Value {
  if (tag.type.core.kind === 'nothing') return tag;
  if (tag.type.core.kind === 'array') return { kind: 'optional', tagged: true, present: tag, value };
  return mayBeAbsent(tag.type) ? { kind: 'optional', tagged: true, present: tag, value } : value;
}

/** Returns the test for a missing value. */
export function isMissing({ present, tagged }: OptionalValue): Expression {
  return tagged ? isAbsent(present) : not(present);
}

/** Returns the tag of an optional: true if it is present, and otherwise null or undefined. */
export function presenceOf({ present, tagged }: OptionalValue): Expression {
  return tagged ? present : (conditional(present, literal(true), literal(undefined)) ?? present);
}

/** Returns the value of an optional that is missing: null or undefined. */
export function absenceOf({ present, tagged }: OptionalValue): Expression {
  if (!tagged || !present.type.mayBeNull) return literal(undefined);
  if (!present.type.mayBeUndefined) return literal(null);
  return conditional(equal(present, literal(null)), literal(null), literal(undefined)) ?? literal(null);
}

/**
 * Returns one of two values that are the same part of the row or nothing: that part with another tag, without a copy. Undefined for
 * any other values.
 */
export function eitherPart(test: Expression, whenTrue: Value, whenFalse: Value): Value | undefined {
  const [first, second] = [partOf(whenTrue), partOf(whenFalse)];
  const row = first?.row ?? second?.row;
  if (!first || !second || !row) return undefined;
  if (first.row && second.row && !sameRow(first.row, second.row)) return undefined;
  const tag = conditional(test, first.tag, second.tag);
  return tag && optionalOf(tag, row);
}

/** Returns the tag and the row of a part of the row, or only the tag of null or undefined. */
function partOf(value: Value): { readonly tag: Expression; readonly row?: RowValue } | undefined {
  if (isExpression(value)) return value.type.core.kind === 'nothing' ? { tag: value } : undefined;
  if (value.kind === 'row') return { tag: literal(true), row: value };
  if (value.kind !== 'optional' || isExpression(value.value) || value.value.kind !== 'row') return undefined;
  return { tag: presenceOf(value), row: value.value };
}

/** True if two values are the same columns. */
export function sameRow(a: RowValue, b: RowValue): boolean {
  const [first, second] = [[...a.omitted], [...b.omitted]];
  return (
    (a.path ?? []).join('\0') === (b.path ?? []).join('\0') &&
    first.length === second.length &&
    first.every((name) => b.omitted.has(name))
  );
}

/** Returns a value whose optional parts all have tags, which arrays can hold as elements. */
export function tagged(value: Value): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional')
    return { kind: 'optional', tagged: true, present: presenceOf(value), value: tagged(value.value) };
  if (value.kind === 'tuple') return { ...value, elements: value.elements.map(tagged) };
  if (value.kind !== 'object') return value;
  return { ...value, properties: mapProperties(value.properties, tagged) };
}

/** Replaces the optional parts of a value that its tags prove to be present or missing. */
export function settled(value: Value): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional') {
    const inner = settled(value.value);
    return value.tagged ? optionalOf(value.present, inner) : { ...value, value: inner };
  }
  if (value.kind === 'tuple') return { ...value, elements: value.elements.map(settled) };
  if (value.kind !== 'object') return value;
  return { ...value, properties: mapProperties(value.properties, settled) };
}

/** Returns an element that may be missing, and may be an optional value itself. */
export function optionalElement(present: Expression, element: Value): Value {
  if (!isOptional(element)) return { kind: 'optional', present, value: element };
  const tag = conditional(present, presenceOf(element), literal(undefined)) ?? present;
  return { kind: 'optional', tagged: true, present: tag, value: element.value };
}
