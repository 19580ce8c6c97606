import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access, readField } from '../../ir/heap/access.js';
import { type HeapClass, mayBeAbsent } from '../../ir/type.js';
import { collect, stepsHere } from '../arrays/collected.js';
import { walk } from '../arrays/walk.js';
import { chooseBy } from '../choices/choose.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, mapProperties, type ObjectValue, type TupleValue, type Value } from '../values/value.js';
import { classOfValue, perform, requireObject } from './perform.js';

/** Returns the elements of an array as they are now. */
export function viewOf(array: Expression, to: HeapClass, context: RowContext): Expression {
  return perform(access('view', to, requireObject(array, context)), 'elements', context);
}

/** Returns a record, or an array of known length, with its parts as they are now. */
export function partsOf(object: Expression, to: HeapClass, context: RowContext): ObjectValue | TupleValue {
  const record = requireObject(object, context);
  const parts = new Map(
    (to.order ?? [...to.fields.keys()]).map(
      (name) => [name, perform(readField(to, name, record), name, context)] as const,
    ),
  );
  return to.isTuple
    ? { kind: 'tuple', elements: [...parts].sort(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part) }
    : { kind: 'object', properties: parts };
}

/**
 * Returns a value without references, for a result: arrays become values of their elements, records values of their fields. Undefined if
 * it was reported.
 */
export function asValue(value: Value, node: ts.Node, context: RowContext): Value | undefined {
  const to = classOfValue(value);
  if (to && isExpression(value))
    return mayBeAbsent(value.type) ? optionalValue(value, to, node, context) : presentValue(value, to, node, context);
  if (isExpression(value)) {
    const { core } = value.type;
    return core.kind === 'array' && core.element.core.kind === 'reference'
      ? elementValues(value, node, context)
      : value;
  }
  if (value.kind === 'object') {
    const properties = mapProperties(value.properties, (part) => asValue(part, node, context) ?? literal(undefined));
    return { ...value, properties };
  }
  if (value.kind === 'records') return { ...value, parts: asValue(value.parts, node, context) ?? value.parts };
  if (value.kind !== 'tuple') return value;
  return { ...value, elements: value.elements.map((part) => asValue(part, node, context) ?? literal(undefined)) };
}

function optionalValue(value: Expression, to: HeapClass, node: ts.Node, context: RowContext): Value | undefined {
  const kept = value.kind === 'read' ? value : keepExpression(value, 'object', context);
  const some = () => presentValue(requireObject(kept, context), to, node, context);
  return chooseBy(isAbsent(kept), () => literal(null), some, node, context);
}

function presentValue(value: Expression, to: HeapClass, node: ts.Node, context: RowContext): Value | undefined {
  if (holdsItself(to))
    return context.refuse(node, {
      construct: 'An object that may hold objects of its own type, as a result,',
      reason: 'A column has a type of a known depth, and such objects may even hold themselves.',
      advice: 'Go through the objects in the row function, and return a list of what they hold.',
    });
  switch (to.kind) {
    case 'array': {
      const view = viewOf(value, to, context);
      return to.element.core.kind === 'reference' ? elementValues(view, node, context) : view;
    }
    case 'record':
      return asValue(partsOf(value, to, context), node, context);
    case 'map':
    case 'set':
    case 'dictionary':
      return context.refuse(node, {
        construct: `A ${to.kind === 'dictionary' ? 'dictionary' : to.kind === 'map' ? '`Map`' : '`Set`'} as a result`,
        reason: 'Columns hold text, numbers, structs and lists.',
        advice:
          to.kind === 'dictionary'
            ? 'Return a list of its entries: `Object.entries(counts).map(([word, count]) => ({ word, count }))`.'
            : 'Return a list: `[...seen]`, or `[...counts].map(([word, count]) => ({ word, count }))`.',
      });
  }
}

/** True if objects of a class lead to objects of the same class. */
function holdsItself({ root }: HeapClass): boolean {
  const seen = new Set<HeapClass>();
  const leads = (to: HeapClass): boolean =>
    [to.element, to.key, ...to.fields.values()].some(({ core }) => {
      if (core.kind !== 'reference') return false;
      const next = core.to.root;
      if (next === root) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return leads(next);
    });
  return leads(root);
}

/** Returns an array of references as an array of the values of their objects. */
function elementValues(view: Expression, node: ts.Node, context: RowContext): Value | undefined {
  const steps = stepsHere((visit) => walk({ source: view, counts: false }, visit, node, context), node, context);
  return collect(steps, 'values', (element, _, add) => {
    const value = asValue(element, node, context);
    if (value) add(value);
  });
}
