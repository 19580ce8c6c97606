import { ts } from '../../1-parse/syntax/ts.js';
import { newArray } from '../../ir/arrays.js';
import { convert, literal, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, readField, setField } from '../../ir/heap/access.js';
import { type HeapClass, mayBeAbsent, stringType } from '../../ir/type.js';
import { collect, stepsHere } from '../arrays/collected.js';
import { walk } from '../arrays/walk.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { unsupported } from '../refusals/unsupported.js';
import { writtenKey } from '../syntax/written-key.js';
import type { Value } from '../values/value.js';
import { keyText } from './members.js';
import { classOfValue, isReference, perform, requireObject, run } from './perform.js';

/** Returns the names of an object's properties, in JavaScript's order. Undefined if the object has none that rows could list. */
export function namesOf(object: Expression, to: HeapClass, context: RowContext): Expression | undefined {
  if (to.kind === 'dictionary') return perform(access('names', to, object), 'names', context);
  const fields = to.kind === 'record' && !to.isTuple ? (to.order ?? []) : [];
  const sure = fields.every((name) => to.fields.get(name)?.mayBeUndefined === false && !/^\d+$/.test(name));
  return sure && fields.length > 0 ? newArray(fields.map(literal), stringType()) : undefined;
}

/** Compiles `delete counts[word]`. */
export function deleteProperty(node: ts.DeleteExpression, context: RowContext): Expression | undefined {
  const target = node.expression;
  if (!ts.isElementAccessExpression(target) && !ts.isPropertyAccessExpression(target))
    return unsupported(node, context);
  const value = context.visit.value(target.expression);
  const to = classOfValue(value);
  if (!value) return undefined;
  if (!to || !isReference(value)) return unsupported(node, context);
  const written = ts.isPropertyAccessExpression(target) ? target.name.text : writtenKey(target.argumentExpression);
  const key = ts.isElementAccessExpression(target)
    ? context.visit.expression(target.argumentExpression)
    : literal(target.name.text);
  if (!key) return undefined;
  context.copies.noteIdentity(to);
  const object = requireObject(value, context);
  if (to.kind === 'dictionary') {
    run(access('delete', to, object, keyText(key, context)), context);
    return literal(true);
  }
  if (to.kind === 'record' && !to.isTuple && written !== undefined && to.fields.get(written)?.mayBeUndefined) {
    const type = to.fields.get(written);
    if (type) run(setField(to, written, object, convert(literal(undefined), type)), context);
    return literal(true);
  }
  return unsupported(node, context);
}

/** Compiles `Object.keys`, `Object.values` and `Object.entries` of an object in the row's memory. */
export function listProperties(
  method: 'keys' | 'values' | 'entries',
  given: Expression,
  to: HeapClass,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const object = requireObject(given, context);
  const names = namesOf(object, to, context);
  if (!names) return unsupported(node, context);
  if (method === 'keys') return names;
  const list = names.kind === 'read' ? names : keepExpression(names, 'names', context);
  if (to.kind === 'record') return recordParts(method, object, to, context);
  const steps = stepsHere((visit) => walk({ source: list, counts: false }, visit, node, context), node, context);
  return collect(steps, method, (name, _, add) => {
    const value = valueOfName(object, to, name as Expression, context);
    add(method === 'values' ? value : { kind: 'tuple', elements: [name, value] });
  });
}

function recordParts(method: 'values' | 'entries', object: Expression, to: HeapClass, context: RowContext): Value {
  const elements = (to.order ?? []).map((name): Value => {
    const value = perform(readField(to, name, object), name, context);
    return method === 'values' ? value : { kind: 'tuple', elements: [literal(name), value] };
  });
  return { kind: 'tuple', elements };
}

/** Returns the value of a property that is there. */
export function valueOfName(object: Expression, to: HeapClass, name: Expression, context: RowContext): Expression {
  const found = perform(access('get', to, object, name), 'value', context);
  // A key that lies in several pieces is not found if the row's memory is full, and nothing may follow the object that is missing then.
  if (to.element.core.kind === 'reference' && !mayBeAbsent(to.element)) return requireObject(found, context);
  return found.kind === 'read' ? read(found.variable, to.element) : found;
}
