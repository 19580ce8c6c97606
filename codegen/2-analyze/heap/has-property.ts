import { ts } from '../../1-parse/syntax/ts.js';
import { compare, equal, literal, logical, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, readField } from '../../ir/heap/access.js';
import { call } from '../../ir/intrinsics/call.js';
import { type Alternative, alternativeKind, alternativesOf, type HeapClass } from '../../ir/type.js';
import { chooseBy } from '../choices/choose.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { noteKey } from '../effects/note-key.js';
import { testOfKinds } from '../effects/variants.js';
import { writtenKey } from '../syntax/written-key.js';
import { isExpression } from '../values/value.js';
import { keyText } from './members.js';
import { perform, requireObject } from './perform.js';

/** Compiles `key in object` and `object.hasOwnProperty(key)`. */
export function hasProperty(
  given: Expression,
  to: HeapClass,
  keyNode: ts.Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const key = context.visit.expression(keyNode);
  const object = requireObject(given, context);
  if (!key) return undefined;
  if (to.kind === 'dictionary') {
    const isOwn = !ts.isBinaryExpression(node);
    if (ts.isBinaryExpression(node)) noteKey(node.left, node.right, false, context);
    return perform(access(isOwn ? 'has' : 'has property', to, object, keyText(key, context)), 'has', context);
  }
  const name = writtenKey(keyNode);
  if (to.kind === 'record' && name !== undefined) return hasField(object, to, name, node, context);
  if (to.kind === 'array' && key.type.core.kind === 'number' && !to.mayHaveHoles) {
    const length = perform(access('length', to, object), 'length', context);
    const place = keepExpression(key, 'place', context);
    const isWithin = logical('&&', compare('>=', place, literal(0)), compare('<', place, length));
    return isWithin && logical('&&', isWithin, equal(place, call('Math.trunc', place)));
  }
  return refuse(node, context);
}

/** A field that some objects of a class lack is undefined in them, which tells them apart if no object sets it to undefined. */
function hasField(
  object: Expression,
  to: HeapClass,
  name: string,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const field = to.fields.get(name);
  if (field && !field.mayBeUndefined) return literal(true);
  if (to.isTuple || to.holdsUndefined(name)) return refuse(node, context);
  if (field) return not(equal(perform(readField(to, name, object), name, context), literal(undefined)));
  return literal(ts.isBinaryExpression(node) && name in Object.prototype);
}

/** Compiles `key in object` of one of several kinds of objects, as a test that proves the kind. */
export function hasPropertyOfKinds(
  given: Expression,
  node: ts.BinaryExpression,
  context: RowContext,
): Expression | undefined {
  const name = writtenKey(node.left);
  if (name === undefined) return refuse(node, context);
  const object = isStable(given, context) || given.kind === 'read' ? given : keepExpression(given, 'object', context);
  const alternatives = alternativesOf(object.type.core);
  const kinds = alternatives.filter((one) => alwaysHas(one, name)).map(alternativeKind);
  const [unknown, ...others] = alternatives.filter((one) => alwaysHas(one, name) === undefined);
  if (!unknown) return testOfKinds(object, (kind) => kinds.includes(kind));
  if (unknown.kind !== 'reference' || kinds.length + others.length > 0) return refuse(node, context);
  const test = testOfKinds(object, (kind) => kind === alternativeKind(unknown));
  const ask = () => {
    const narrowed = object.kind === 'read' ? context.variables.read(object.variable) : object;
    return hasProperty(narrowed, unknown.to, node.left, node, context);
  };
  const has = chooseBy(test, ask, () => literal(false), node, context);
  return has && isExpression(has) ? has : undefined;
}

/** True if every value of a kind has a property, false if none has. Undefined if the row decides. */
function alwaysHas(one: Alternative, name: string): boolean | undefined {
  if (one.kind !== 'reference') return undefined;
  const { kind, isTuple, fields } = one.to;
  const field = fields.get(name);
  switch (kind) {
    case 'record':
      if (field) return field.mayBeUndefined ? undefined : true;
      return isTuple ? nameOfPrototype(Array.prototype, name) : name in Object.prototype;
    case 'array':
      return nameOfPrototype(Array.prototype, name);
    case 'map':
      return name in Map.prototype;
    case 'set':
      return name in Set.prototype;
    case 'dictionary':
      return undefined;
  }
}

/** Answers for an array or a tuple, unless the name is a place. The row decides which places there are. */
function nameOfPrototype(prototype: object, name: string): boolean | undefined {
  return /^\d+$/.test(name) ? undefined : name in prototype;
}

function refuse(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: '`in` of this object',
    reason: 'The fields of an object are there or not by its type, and one that may be undefined does not say which.',
    advice: 'Compare the field with undefined, or use a `Map` or a `Record<string, …>`.',
  });
}
