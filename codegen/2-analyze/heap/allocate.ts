import { withArticle } from '../../../schema/with-article.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { elementType, heldElement, stored } from '../../ir/arrays.js';
import { convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, setField } from '../../ir/heap/access.js';
import {
  type HeapClass,
  isBytes,
  mayBeAbsent,
  referenceType,
  sameType,
  type Type,
  type TypedArrayName,
  undefinedType,
} from '../../ir/type.js';
import { walk } from '../arrays/walk.js';
import { chooseBy } from '../choices/choose.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { withOwnText } from '../effects/stored-value.js';
import { firstArray, keepArrays, recordAt } from '../objects/records.js';
import { asObject } from '../objects/row-parts.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';
import { isAbsent } from '../values/logical-operator.js';
import { absenceOf, isMissing } from '../values/optional-value.js';
import { isUnshared } from '../values/unshared.js';
import {
  isExpression,
  leavesOf,
  type ObjectValue,
  type RecordsValue,
  type TupleValue,
  type Value,
} from '../values/value.js';
import { classesAt, classesOfType, classFor } from './classes-at.js';
import { perform, run } from './perform.js';
import { convertedFor } from './typed-conversions.js';

/** A place in objects of a class: their elements, keys, or one of their fields. */
export interface Place {
  /** The type of what the place holds, as far as it is known. */
  readonly type: () => Type;
  /** The classes of objects that the source's types allow there. */
  readonly classes: () => readonly HeapClass[];
  /** Lets the place hold values of a type, too. Returns false if no type holds both. */
  readonly hold: (type: Type) => boolean;
  /** Set for elements of a typed array, which converts what is assigned. */
  readonly typed?: TypedArrayName | undefined;
}

export function elementsOf(to: HeapClass): Place {
  return {
    type: () => to.element,
    classes: () => to.allowedIn('element'),
    hold: (type) => to.holdElement(type),
    typed: to.typed,
  };
}

export function keysOf(to: HeapClass): Place {
  return { type: () => to.key, classes: () => to.allowedIn('key'), hold: (type) => to.holdKey(type) };
}

export function fieldOf(to: HeapClass, field: string): Place {
  return {
    type: () => to.fields.get(field) ?? to.element,
    classes: () => to.allowedIn(`field ${field}`),
    hold: (type) => {
      if (type.mayBeUndefined) to.noteUndefined(field);
      return to.holdField(field, type);
    },
  };
}

/** Returns a value in the form in which a place of objects holds it; an array or object becomes a reference. Undefined if it was reported. */
export function heldBy(value: Value, place: Place, node: ts.Node, context: RowContext): Expression | undefined {
  const held = heldForm(value, place, node, context);
  if (!held) return undefined;
  if (place.hold(held.type)) return convert(held, place.type());
  return context.report(node, (span) =>
    mixedTypes(span, { left: describeValue(place.type()), right: describeValue(held.type) }),
  );
}

function heldForm(value: Value, place: Place, node: ts.Node, context: RowContext): Expression | undefined {
  if (place.typed)
    return isExpression(value) ? convertedFor(place.typed, value) : unsupportedValue(value, node, context);
  const isPlain = isExpression(value) && (value.type.core.kind !== 'array' || isBytes(value.type));
  if (isPlain) return heldElement(withOwnText(value)) ?? asReference(value, undefined, node, context);
  const to =
    classFor(value, classesOfType(place.type())) ??
    classFor(value, place.classes()) ??
    classFor(value, classesAt(node, context));
  return asReference(value, to, node, context);
}

/**
 * Returns a value as a reference to an object of a class. A value that is none yet becomes a new object with its parts. Undefined if it was
 * reported.
 */
export function asReference(
  given: Value,
  to: HeapClass | undefined,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (to && isOfOthers(given)) context.copies.noteCopy(to, node);
  const value = asObject(expanded(given), node, context);
  if (isExpression(value)) {
    const { kind } = value.type.core;
    if (kind === 'reference' || kind === 'variant' || kind === 'nothing') return value;
    if (kind === 'array' && !isBytes(value.type) && to?.kind === 'array')
      return arrayInMemory(value, to, node, context);
    return refuse(node, context);
  }
  if (!to) return refuse(node, context);
  switch (value.kind) {
    case 'tuple':
      if (to.kind === 'array') return newArrayOf(value.elements, to, node, context);
      // `links.get(place) ?? []` stands for a set without values.
      if (to.kind === 'set' && value.elements.length === 0) return newObject(to, context);
      return to.isTuple ? newRecord(numbered(value), to, node, context) : refuseMixed(to, 'array', node, context);
    case 'object':
      if (to.kind === 'record' && !to.isTuple) return newRecord(value, to, node, context);
      return to.kind === 'dictionary'
        ? newDictionary(value, to, node, context)
        : refuseMixed(to, 'object', node, context);
    case 'records':
      return to.kind === 'array' ? arrayOfRecords(value, to, node, context) : refuseMixed(to, 'array', node, context);
    case 'optional': {
      const present = () => asReference(value.value, to, node, context);
      const chosen = chooseBy(isMissing(value), () => absenceOf(value), present, node, context);
      return chosen && isExpression(chosen) ? chosen : undefined;
    }
    default:
      return refuse(node, context);
  }
}

/** True for constants and columns, which the row function does not make. */
function isOfOthers(value: Value): boolean {
  if (isExpression(value)) return value.type.core.kind === 'array' && isArrayOfOthers(value);
  if (value.kind === 'optional') return isOfOthers(value.value);
  return value.kind === 'constant' || value.kind === 'row' || (value.kind === 'object' && value.isOfColumn === true);
}

/** True for an array that may be a list of a column, and not a copy of one. */
function isArrayOfOthers(e: Expression): boolean {
  if (!isUnshared(e)) return true;
  switch (e.kind) {
    case 'convert':
    case 'require':
      return isArrayOfOthers(e.operand);
    case 'conditional':
      return isArrayOfOthers(e.whenTrue) || isArrayOfOthers(e.whenFalse);
    case 'logical':
    case 'coalesce':
      return isArrayOfOthers(e.left) || isArrayOfOthers(e.right);
    case 'array-call':
      return e.operation === 'store' && isArrayOfOthers(e.receiver);
    default:
      return false;
  }
}

function numbered({ elements }: TupleValue): ObjectValue {
  return { kind: 'object', properties: new Map(elements.map((part, place) => [String(place), part])) };
}

/** Returns a new object. */
export function newObject(to: HeapClass, context: RowContext): Expression {
  return perform(access('new', to), to.kind === 'record' && !to.isTuple ? 'object' : to.kind, context);
}

function newArrayOf(elements: readonly Value[], to: HeapClass, node: ts.Node, context: RowContext): Expression {
  // The elements are evaluated before anything else can change them.
  const held = elements.map((element) => heldBy(element, elementsOf(to), node, context));
  const array = newObject(to, context);
  for (const element of held) if (element) run(access('push', to, array, element), context);
  return array;
}

function newRecord(
  { properties }: ObjectValue,
  to: HeapClass,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const held = [...properties].map(([name, part]) => [name, heldBy(part, fieldOf(to, name), node, context)] as const);
  to.noteOrder([...properties.keys()]);
  // A property that some objects of the class lack is undefined in them.
  for (const name of to.fields.keys()) if (!properties.has(name)) to.holdField(name, undefinedType);
  const object = newObject(to, context);
  for (const [name, part] of held) if (part) run(setField(to, name, object, part), context);
  return held.every(([, part]) => part) ? object : undefined;
}

function newDictionary(
  { properties }: ObjectValue,
  to: HeapClass,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const held = [...properties].map(([name, part]) => [name, heldBy(part, elementsOf(to), node, context)] as const);
  const object = newObject(to, context);
  for (const [name, part] of held) if (part) run(access('set property', to, object, literal(name), part), context);
  return object;
}

/** Returns a new array with the elements of one that may be missing, and is missing then. */
function arrayInMemory(array: Expression, to: HeapClass, node: ts.Node, context: RowContext): Expression | undefined {
  const { mayBeNull, mayBeUndefined } = array.type;
  if (mayBeNull === mayBeUndefined) return copiedArray(array, to, node, context);
  const kept = array.kind === 'read' ? array : keepExpression(array, 'array', context);
  if (kept.kind !== 'read') return undefined;
  const absent = () => literal(mayBeNull ? null : undefined);
  const copied = () => copiedArray(context.variables.read(kept.variable), to, node, context);
  const chosen = chooseBy(isAbsent(kept), absent, copied, node, context);
  return chosen && isExpression(chosen) ? chosen : undefined;
}

/** Returns a new array with the elements of another one, which no name holds. */
export function copiedArray(
  array: Expression,
  to: HeapClass,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (mayBeAbsent(array.type))
    return context.refuse(node, {
      construct: 'An array that may be missing, among objects of the row,',
      reason: 'It is copied into the memory of the row, and there may be nothing to copy.',
      advice: 'Give another value, `rows[0] ?? []`, or keep it in a `const` and test that: `if (row) seen.add(row);`.',
    });
  const copy = newObject(to, context);
  const elements = elementType(array.type);
  if (elements.core.kind !== 'array') {
    to.holdElement(elements);
    if (sameType(elements, to.element)) {
      run(access('assign', to, copy, stored(array)), context);
      return copy;
    }
  }
  const push = (element: Expression) => {
    const held = heldBy(element, elementsOf(to), node, context);
    if (held) run(access('push', to, copy, held), context);
    return undefined;
  };
  context.effects.push(...walk({ source: array, counts: false }, push, node, context));
  return copy;
}

function arrayOfRecords(given: RecordsValue, to: HeapClass, node: ts.Node, context: RowContext): Expression {
  const { core } = to.element;
  const isColumn = leavesOf(given).some(isOfOthers);
  for (const copied of core.kind === 'reference' ? [to, core.to] : [to])
    if (isColumn) context.copies.noteCopy(copied, node);
  const records = keepArrays(given, context);
  const array = newObject(to, context);
  const push = (first: Expression, place: Expression) => {
    const held = heldBy(recordAt(records, place, context, first), elementsOf(to), node, context);
    if (held) run(access('push', to, array, held), context);
    return undefined;
  };
  context.effects.push(...walk({ source: firstArray(records), counts: true }, push, node, context));
  return array;
}

/** Reports an object where another kind of object is, too: classes are of one kind. */
function refuseMixed(to: HeapClass, kind: 'array' | 'object', node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    mixedTypes(span, { left: describeValue(referenceType(to)), right: withArticle(kind) }),
  );
}

function refuse(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A value of this kind in an object, array, `Map` or `Set` of the row',
    reason:
      'Objects in the memory of a row hold strings, numbers, bigints, booleans, null, undefined and other such objects.',
    advice:
      'Keep a `Date` as its `getTime()`, the row as its columns, bytes as an array of numbers, and functions and regular expressions in variables of their own.',
  });
}
