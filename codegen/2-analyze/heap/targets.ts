import { ts } from '../../1-parse/syntax/ts.js';
import { equal, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, setField } from '../../ir/heap/access.js';
import type { HeapClass } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from '../effects/effects.js';
import { noteKey } from '../effects/note-key.js';
import { type NamedKey, namedKey } from '../objects/named-keys.js';
import { assignmentOf, mayHaveEffects } from '../syntax/assignments.js';
import { writtenKey } from '../syntax/written-key.js';
import { isExpression, type Value } from '../values/value.js';
import { elementsOf, fieldOf, heldBy } from './allocate.js';
import { classesAt } from './classes-at.js';
import { elementOfObject, fieldByName, keyText, propertyOfObject } from './members.js';
import { classOfValue, isReference, requireObject, run } from './perform.js';

/** A part of an object in the row's memory, as the target of an assignment. */
export interface ObjectTarget {
  readonly kind: 'object';
  readonly object: Expression;
  readonly to: HeapClass;
  /** The name of a field, the place or key of an element, or a key that is one of a few names. */
  readonly place: string | Expression | NamedKey;
  readonly node: ts.Expression;
}

/** Returns the target `object.name` or `object[key]` if the object is a reference. Object and key are evaluated here. */
export function objectTarget(target: ts.Expression, context: RowContext): ObjectTarget | 'reported' | undefined {
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return undefined;
  const { expression } = target;
  if (classesAt(expression, context).length === 0) return undefined;
  const value = context.visit.value(expression);
  if (!value) return 'reported';
  const to = classOfValue(value);
  if (!to || !isReference(value)) return undefined;
  const name = ts.isPropertyAccessExpression(target) ? target.name.text : writtenKey(target.argumentExpression);
  if (ts.isPropertyAccessExpression(target) || (name !== undefined && to.kind === 'record'))
    return { kind: 'object', object: requireObject(value, context), to, place: name ?? '', node: target };
  // JavaScript evaluates the key before it finds that there is no object.
  const key = context.visit.expression(target.argumentExpression);
  if (!key) return 'reported';
  const named = to.kind === 'record' ? namedKey(target.argumentExpression, key, context) : undefined;
  if (named) return { kind: 'object', object: requireObject(value, context), to, place: named, node: target };
  const place = to.kind === 'dictionary' ? keyText(key, context) : key;
  if (to.kind === 'dictionary') noteKey(target.argumentExpression, expression, true, context);
  const kept = isStable(place, context) ? place : keepExpression(place, 'place', context);
  const object = requireObject(value, context);
  // A typed array ignores what is assigned outside of it.
  if (to.kind === 'array' && !to.typed && !noteAssigned(target, context)) return 'reported';
  return { kind: 'object', object, to, place: kept, node: target };
}

/**
 * Notes that the reference checks the place: it must leave no hole. For that the reference evaluates the array twice, except where a plain
 * assignment becomes a call.
 */
function noteAssigned(target: ts.ElementAccessExpression, context: RowContext): boolean {
  if (!assignmentOf(target) && mayHaveEffects(target.expression)) {
    context.refuse(target, {
      construct: 'An assignment to an element of an array that a call gives',
      reason: 'Each assigned place is checked, and the array would be asked for twice.',
      advice: 'Keep the array in a `const` first: `const words = next(); words[i] = word;`.',
    });
    return false;
  }
  context.reference.assignedElements.add(target);
  return true;
}

export function readObjectTarget(
  { object, to, place, node }: ObjectTarget,
  context: RowContext,
): Expression | undefined {
  if (typeof place === 'string') return propertyOfObject(object, to, place, node, context);
  return 'names' in place
    ? fieldByName(object, to, place, node, context)
    : elementOfObject(object, to, place, node, context);
}

/** Assigns a part of an object and returns the assigned value. */
export function assignObject(target: ObjectTarget, given: Value, context: RowContext): Expression | undefined {
  const { object, to, place, node } = target;
  context.copies.noteIdentity(to);
  if (typeof place === 'string') return assignProperty(target, place, given, context);
  if ('names' in place) return assignNamed(target, place, given, context);
  const isPlace =
    to.kind === 'dictionary' || (to.kind === 'array' && place.type.core.kind === 'number' && !place.type.mayBeNull);
  if (!isPlace)
    return context.refuse(node, {
      construct: 'An assignment to a computed place of this object',
      reason: 'The fields of an object have the names that the source writes; the elements of an array have numbers.',
      advice: 'Declare the object as `Record<string, …>`, or use a `Map` or an array.',
    });
  // The value of an assignment is what was given, not what a typed array makes of it.
  const asked = to.typed && isExpression(given) ? keepExpression(given, 'given', context) : given;
  const held = heldBy(asked, elementsOf(to), node, context);
  if (!held) return undefined;
  const value = isStable(held, context) ? held : keepExpression(held, 'assigned', context);
  const set = to.typed ? 'store' : to.kind === 'dictionary' ? 'set property' : 'set element';
  run(access(set, to, object, place, value), context);
  return to.typed && isExpression(asked) ? asked : value;
}

function assignProperty(
  { object, to, node }: ObjectTarget,
  name: string,
  given: Value,
  context: RowContext,
): Expression | undefined {
  if (to.kind === 'array' && name === 'length') return assignLength(object, to, given, node, context);
  if (to.kind !== 'record' && to.kind !== 'dictionary') {
    return context.refuse(node, {
      construct: `An assignment to \`${name}\``,
      reason: 'It would be a property beside the entries, which rows do not have.',
      advice: to.kind === 'array' ? 'Assign elements, `words[0] = word`.' : 'Call `set` or `add`.',
    });
  }
  const place = to.kind === 'dictionary' ? elementsOf(to) : fieldOf(to, name);
  const held = heldBy(given, place, node, context);
  if (!held) return undefined;
  const value = isStable(held, context) ? held : keepExpression(held, 'assigned', context);
  run(
    to.kind === 'dictionary'
      ? access('set property', to, object, literal(name), value)
      : setField(to, name, object, value),
    context,
  );
  return value;
}

/** Assigns the field that a key names. */
function assignNamed(
  target: ObjectTarget,
  { names, place }: NamedKey,
  given: Value,
  context: RowContext,
): Expression | undefined {
  const { line } = context.effects;
  const value = isExpression(given) && !isStable(given, context) ? keepExpression(given, 'assigned', context) : given;
  let assigned: Expression | undefined;
  for (const [index, name] of names.entries()) {
    const { result, before } = context.effects.collect(() => assignProperty(target, name, value, context));
    if (!result) return undefined;
    assigned = result;
    context.effects.push({ kind: 'if', test: equal(place, literal(index)), whenTrue: before, whenFalse: [], line });
  }
  return isExpression(value) ? value : assigned;
}

/** `array.length = 0`. Another length would cut the array, or leave holes behind it. */
function assignLength(
  array: Expression,
  to: HeapClass,
  value: Value,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if ('value' in value && value.kind === 'literal' && value.value === 0) {
    run(access('empty', to, array), context);
    return value;
  }
  return context.refuse(node, {
    construct: 'A length that is assigned, other than 0,',
    reason: 'A greater length leaves holes in the array.',
    advice: 'Take elements away by `words.splice(length)`.',
  });
}
