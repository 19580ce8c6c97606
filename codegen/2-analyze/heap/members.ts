import { ts } from '../../1-parse/syntax/ts.js';
import { conditional, equal, literal, onePiece, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, readField } from '../../ir/heap/access.js';
import { describeType, type HeapClass } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { noteKey } from '../effects/note-key.js';
import { byKind } from '../effects/variants.js';
import { type NamedKey, namedKey, valueByName } from '../objects/named-keys.js';
import { reportMember } from '../refusals/unknown-members.js';
import { isExpression } from '../values/value.js';
import { perform, requireObject } from './perform.js';

/** Returns a property of an object in the row's memory: a field, a length, or an entry of a dictionary. */
export function propertyOfObject(
  given: Expression,
  to: HeapClass,
  name: string,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const object = requireObject(given, context);
  switch (to.kind) {
    case 'array':
      return name === 'length'
        ? perform(access('length', to, object), 'length', context)
        : unknown(to, name, node, context);
    case 'map':
    case 'set':
      return name === 'size' ? perform(access('size', to, object), 'size', context) : unknown(to, name, node, context);
    case 'dictionary':
      if (name in Object.prototype) return unknown(to, name, node, context);
      return perform(access('property', to, object, literal(name)), 'property', context);
    case 'record':
      if (to.isTuple && name === 'length') return literal(to.fields.size);
      if (!to.fields.has(name) && name in Object.prototype) return unknown(to, name, node, context);
      return perform(readField(to, name, object), name, context);
  }
}

function unknown(to: HeapClass, name: string, node: ts.Node, context: RowContext): undefined {
  const known = { array: ['length'], map: ['size'], set: ['size'], dictionary: [], record: [...to.fields.keys()] }[
    to.kind
  ];
  const type = { array: 'An array', map: 'A Map', set: 'A Set', dictionary: 'An object', record: 'An object' }[to.kind];
  return reportMember({ type, known }, name, node, context);
}

/** Returns `array[i]`, `counts[word]` or `pair[i]`. */
export function elementOfObject(
  given: Expression,
  to: HeapClass,
  index: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const object = requireObject(given, context);
  if (to.kind === 'dictionary') {
    if (ts.isElementAccessExpression(node)) noteKey(node.argumentExpression, node.expression, false, context);
    return perform(access('property', to, object, keyText(index, context)), 'property', context);
  }
  if (index.kind === 'literal' && to.kind === 'record')
    return propertyOfObject(object, to, String(index.value), node, context);
  const isNumber = index.type.core.kind === 'number' && !index.type.mayBeNull;
  if (to.kind === 'array' && isNumber) return perform(access('element', to, object, index), 'element', context);
  if (to.isTuple && isNumber) return placeOfTuple(object, to, index, node, context);
  const key = ts.isElementAccessExpression(node) && to.kind === 'record' ? node.argumentExpression : undefined;
  const named = key && namedKey(key, index, context);
  if (named) return fieldByName(object, to, named, node, context);
  return context.refuse(node, {
    construct: `\`[ ]\` of ${describeType(given.type)} with this key`,
    reason: 'The fields of an object have the names that the source writes; the elements of an array have numbers.',
    advice: 'Declare the object as `Record<string, …>`, or use a `Map`.',
  });
}

/** Returns the field that a key names. */
export function fieldByName(
  object: Expression,
  to: HeapClass,
  key: NamedKey,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const field = valueByName(key, (name) => propertyOfObject(object, to, name, node, context), node, context);
  return field && isExpression(field) ? field : undefined;
}

/** Returns the name of a property, which is a text. */
export function keyText(key: Expression, context: RowContext): Expression {
  return onePiece(byKind(key, toText, context) ?? key);
}

function placeOfTuple(
  object: Expression,
  to: HeapClass,
  given: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const index = keepExpression(given, 'place', context);
  let found: Expression | undefined = literal(undefined);
  for (const name of to.fields.keys()) {
    const field = perform(readField(to, name, object), 'part', context);
    found = found && conditional(equal(index, literal(Number(name))), field, found);
  }
  return (
    found ??
    context.refuse(node, {
      construct: 'A computed place of an array whose elements are of several kinds',
      reason: 'The kind of the value would be known only when the row runs.',
      advice: 'Take the elements by literal places: `pair[0]`.',
    })
  );
}
