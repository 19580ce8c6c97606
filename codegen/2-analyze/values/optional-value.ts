import { conditional, equal, literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import { isAbsent } from './logical-operator.js';
import { isExpression, type OptionalValue, type RowValue, type Value } from './value.js';

export function isOptional(value: Value): value is OptionalValue {
  return !isExpression(value) && value.kind === 'optional';
}

/**
 * What a tag says: that it is null or undefined, where that is all it can be; that it is there; or that it may be missing. Of the
 * elements of an array there is a tag for each.
 */
export function optionalOf(tag: Expression, value: Value): Value {
  if (tag.type.core.kind === 'nothing') return tag;
  if (tag.type.core.kind === 'array') return { kind: 'optional', tagged: true, present: tag, value };
  return mayBeAbsent(tag.type) ? { kind: 'optional', tagged: true, present: tag, value } : value;
}

/** Whether it is missing. */
export function isMissing({ present, tagged }: OptionalValue): Expression {
  return tagged ? isAbsent(present) : not(present);
}

/** True in the place of an object that is there, and null or undefined where it is not. */
export function presenceOf({ present, tagged }: OptionalValue): Expression {
  return tagged ? present : (conditional(present, literal(true), literal(undefined)) ?? present);
}

/** The null or undefined that it is where it is missing. */
export function absenceOf({ present, tagged }: OptionalValue): Expression {
  if (!tagged || !present.type.mayBeNull) return literal(undefined);
  if (!present.type.mayBeUndefined) return literal(null);
  return conditional(equal(present, literal(null)), literal(null), literal(undefined)) ?? literal(null);
}

/**
 * One of two values that are the same part of the row, or nothing: that part with another tag, of which nothing is copied.
 * Undefined for any others.
 */
export function eitherPart(test: Expression, whenTrue: Value, whenFalse: Value): Value | undefined {
  const [first, second] = [partOf(whenTrue), partOf(whenFalse)];
  const row = first?.row ?? second?.row;
  if (!first || !second || !row) return undefined;
  if (first.row && second.row && !sameRow(first.row, second.row)) return undefined;
  const tag = conditional(test, first.tag, second.tag);
  return tag && optionalOf(tag, row);
}

/** A part of the row that may be missing; of null and undefined, their tag alone. */
function partOf(value: Value): { readonly tag: Expression; readonly row?: RowValue } | undefined {
  if (isExpression(value)) return value.type.core.kind === 'nothing' ? { tag: value } : undefined;
  if (value.kind === 'row') return { tag: literal(true), row: value };
  if (value.kind !== 'optional' || isExpression(value.value) || value.value.kind !== 'row') return undefined;
  return { tag: presenceOf(value), row: value.value };
}

/** Whether two values are the same columns. */
export function sameRow(a: RowValue, b: RowValue): boolean {
  const [first, second] = [[...a.omitted], [...b.omitted]];
  return (
    (a.path ?? []).join('\0') === (b.path ?? []).join('\0') &&
    first.length === second.length &&
    first.every((name) => b.omitted.has(name))
  );
}

/** The same value with its optional parts as tags say them, each of which may be an element of an array. */
export function tagged(value: Value): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional')
    return { kind: 'optional', tagged: true, present: presenceOf(value), value: tagged(value.value) };
  if (value.kind === 'tuple') return { ...value, elements: value.elements.map(tagged) };
  if (value.kind !== 'object') return value;
  return { ...value, properties: new Map([...value.properties].map(([name, part]) => [name, tagged(part)])) };
}

/** The same value without the doubts that its tags have not. */
export function settled(value: Value): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional') {
    const inner = settled(value.value);
    return value.tagged ? optionalOf(value.present, inner) : { ...value, value: inner };
  }
  if (value.kind === 'tuple') return { ...value, elements: value.elements.map(settled) };
  if (value.kind !== 'object') return value;
  return { ...value, properties: new Map([...value.properties].map(([name, part]) => [name, settled(part)])) };
}

/** An element that is there, or none, of which both may be in doubt. */
export function optionalElement(present: Expression, element: Value): Value {
  if (!isOptional(element)) return { kind: 'optional', present, value: element };
  const tag = conditional(present, presenceOf(element), literal(undefined)) ?? present;
  return { kind: 'optional', tagged: true, present: tag, value: element.value };
}
