import { ts } from '../../1-parse/syntax/ts.js';
import { elementType, newArray } from '../../ir/arrays.js';
import { presentType, type Type } from '../../ir/type.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { recordsOf } from '../objects/records.js';
import { elementOf } from '../syntax/declared-type.js';
import { isExpression, mapLeaves, type TupleValue, type Value } from '../values/value.js';
import { heldValue } from './held-value.js';

/**
 * Returns the array type that holds any of several values. They are a computed array, literals of different lengths, or
 * literals and null or undefined. Returns undefined if no array is needed.
 */
export function chosenArray(
  values: readonly (Value | undefined)[],
  node: ts.Node,
  context: RowContext,
): Type | undefined {
  const wholes = values.flatMap((value) => (value ? [expanded(value)] : []));
  for (const value of wholes) if (isExpression(value) && value.type.core.kind === 'array') return value.type;
  const tuples = wholes.filter((value): value is TupleValue => !isExpression(value) && value.kind === 'tuple');
  const absent = wholes.filter((value) => isExpression(value) && value.type.core.kind === 'nothing');
  const isOfLiterals = tuples.length > 0 && tuples.length + absent.length === values.length;
  const lengths = new Set(tuples.map(({ elements }) => elements.length));
  if (!isOfLiterals || (lengths.size === 1 && absent.length === 0)) return undefined;
  return arrayOfAll(tuples, expectedElement(node, context), context);
}

/** Returns the element type that TypeScript expects at `node`. */
function expectedElement(node: ts.Node, { program: { checker } }: RowContext): Type | undefined {
  const type = ts.isExpression(node) ? checker.getContextualType(node) : undefined;
  const members = type?.isUnion() ? type.types : type ? [type] : [];
  const [element, ...others] = members.flatMap((member) => elementOf(member, checker) ?? []);
  return others.length === 0 ? element : undefined;
}

/**
 * Returns the type of an array that can hold the elements of each tuple; if some may be undefined, its elements may be.
 */
function arrayOfAll(tuples: readonly TupleValue[], expected: Type | undefined, context: RowContext): Type | undefined {
  const held = tuples.flatMap(({ elements }) => elements.map((element) => heldValue(element, context, expected)));
  const array = held.every((element) => element !== undefined) ? newArray(held, expected) : undefined;
  return array && presentType(array.type);
}

/** Returns a literal of objects as records if `other` is records or a literal of another length. Returns any other value unchanged. */
export function likeRecords(
  value: Value | undefined,
  other: Value | undefined,
  context: RowContext,
): Value | undefined {
  const whole = value && expanded(value);
  if (!whole || !other || isExpression(whole) || whole.kind !== 'tuple') return value;
  const present = expanded(other);
  const form = !isExpression(present) && present.kind === 'optional' ? present.value : present;
  if (isExpression(form) || (form.kind !== 'records' && form.kind !== 'tuple')) return value;
  if (form.kind === 'tuple' && form.elements.length === whole.elements.length) return value;
  if (whole.elements.length > 0) return recordsOf(whole.elements.map(expanded), undefined, context) ?? value;
  const records = form.kind === 'records' ? form : recordsOf(form.elements.map(expanded), undefined, context);
  if (!records) return value;
  const empty = mapLeaves(records.parts, (array) => newArray([], elementType(array.type)) ?? array);
  return { kind: 'records', parts: empty };
}
