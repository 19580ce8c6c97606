import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access } from '../../ir/heap/access.js';
import { type HeapClass, mayBeAbsent, presentType } from '../../ir/type.js';
import { walk } from '../arrays/walk.js';
import { expanded } from '../constants/values.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { noteWrittenKey } from '../effects/note-key.js';
import { unsupported } from '../refusals/unsupported.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';
import { elementsOf, heldBy, newObject } from './allocate.js';
import { namesOf, valueOfName } from './dictionaries.js';
import { keyText } from './members.js';
import { classAt, classOfValue, run } from './perform.js';

/** Returns the class of `{ ...counts, [word]: 1 }`, a new dictionary. Undefined for a literal that writes all its names out. */
export function dictionaryOfLiteral(node: ts.ObjectLiteralExpression, context: RowContext): HeapClass | undefined {
  if (!context.heap || !node.properties.some((member) => isComputed(member, context))) return undefined;
  const { checker } = context.program;
  const type = checker.getContextualType(node) ?? checker.getTypeAtLocation(node);
  const to = context.heap.classOf(type, placeOfCall(context));
  return to?.kind === 'dictionary' ? to : undefined;
}

function isComputed(member: ts.ObjectLiteralElementLike, context: RowContext): boolean {
  if (ts.isSpreadAssignment(member)) return classAt(member.expression, context)?.kind === 'dictionary';
  return member.name !== undefined && propertyName(member.name) === undefined;
}

/** Makes the dictionary. Its members are evaluated and set in their order. */
export function makeDictionary(
  to: HeapClass,
  node: ts.ObjectLiteralExpression,
  context: RowContext,
): Expression | undefined {
  const object = newObject(to, context);
  const members = node.properties.map((member) => addMember(object, to, member, context));
  return members.every((isAdded) => isAdded) ? object : undefined;
}

/** Returns false if an error was reported. */
function addMember(
  object: Expression,
  to: HeapClass,
  member: ts.ObjectLiteralElementLike,
  context: RowContext,
): boolean {
  if (ts.isSpreadAssignment(member)) {
    const value = context.visit.value(member.expression);
    return value !== undefined && copyProperties(object, to, expanded(value), member, context);
  }
  if (!ts.isPropertyAssignment(member) && !ts.isShorthandPropertyAssignment(member)) {
    unsupported(member, context);
    return false;
  }
  const key = keyOf(member.name, context);
  const value = context.visit.value(ts.isPropertyAssignment(member) ? member.initializer : member.name);
  return key !== undefined && value !== undefined && set(object, to, key, value, member, context);
}

function keyOf(name: ts.PropertyName, context: RowContext): Expression | undefined {
  const written = propertyName(name);
  if (written !== undefined) return literal(written);
  if (!ts.isComputedPropertyName(name)) return unsupported(name, context);
  const key = context.visit.expression(name.expression);
  if (!key) return undefined;
  noteWrittenKey(name.expression, context);
  const text = keyText(key, context);
  return isStable(text, context) ? text : keepExpression(text, 'key', context);
}

function set(
  object: Expression,
  to: HeapClass,
  key: Expression,
  value: Value,
  node: ts.Node,
  context: RowContext,
): boolean {
  const held = heldBy(value, elementsOf(to), node, context);
  if (held) run(access('set property', to, object, key, held), context);
  return held !== undefined;
}

/** Copies the properties of a spread object. One of null or undefined has none. */
function copyProperties(
  object: Expression,
  to: HeapClass,
  value: Value,
  node: ts.SpreadAssignment,
  context: RowContext,
): boolean {
  if (!isExpression(value) && value.kind === 'object')
    return [...value.properties].every(([name, part]) => set(object, to, literal(name), part, node, context));
  if (isExpression(value) && value.type.core.kind === 'nothing') return true;
  const from = classOfValue(value);
  if (!isExpression(value) || from?.kind !== 'dictionary') {
    unsupported(node, context);
    return false;
  }
  const kept = isStable(value, context) ? value : keepExpression(value, 'spread', context);
  if (!mayBeAbsent(kept.type)) return copyDictionary(object, to, kept, from, node, context);
  const present = kept.kind === 'read' ? { ...kept, type: presentType(kept.type) } : kept;
  const { result, before } = context.effects.collect(() => copyDictionary(object, to, present, from, node, context));
  const { line } = context.effects;
  context.effects.push({ kind: 'if', test: not(isAbsent(kept)), whenTrue: before, whenFalse: [], line });
  return result;
}

function copyDictionary(
  object: Expression,
  to: HeapClass,
  value: Expression,
  from: HeapClass,
  node: ts.Node,
  context: RowContext,
): boolean {
  const names = namesOf(value, from, context);
  if (!names) return false;
  let isCopied = true;
  const copy = (name: Expression): undefined => {
    isCopied = set(object, to, name, valueOfName(value, from, name, context), node, context) && isCopied;
    return undefined;
  };
  context.effects.push(...walk({ source: names, counts: false }, copy, node, context));
  return isCopied;
}
