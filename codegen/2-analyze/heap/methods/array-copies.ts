import type { ts } from '../../../1-parse/syntax/ts.js';
import { arithmetic, compare, conditional, literal, logical, not } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import { call } from '../../../ir/intrinsics/call.js';
import type { HeapClass } from '../../../ir/type.js';
import { expanded } from '../../constants/values.js';
import type { RowContext } from '../../context/row-context.js';
import { keepExpression } from '../../effects/effects.js';
import { unsupported } from '../../refusals/unsupported.js';
import { isExpression, type Value } from '../../values/value.js';
import { asReference, copiedArray, elementsOf, heldBy, newObject } from '../allocate.js';
import { viewOf } from '../as-value.js';
import { classAt, classOfValue, isReference, perform, run } from '../perform.js';
import { type ArrayMethodCall, placesOf, spliced } from './array-changes.js';

/** The methods that change a copy of their array. */
const copying: ReadonlyMap<string, (call: ArrayMethodCall) => Value | undefined> = new Map([
  ['with', withElement],
  ['toSpliced', toSpliced],
]);

/** True for a method that gives a changed copy of its array. */
export function isCopying(name: string): boolean {
  return copying.has(name);
}

/** Returns the result of a method that changes a copy of an array. */
export function changedCopy(
  given: Value,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const to = classAt(node, context);
  const change = copying.get(callee.name.text);
  if (!to || !change) return unsupported(node, context);
  const array = copyOf(given, to, callee, context);
  if (!array) return undefined;
  return change({ array, to, node, callee, context });
}

/** Returns an iterator over an array that is a value: over a copy of it, which nothing changes. Undefined if the method gives none. */
export function iteratorOverCopy(
  given: Value,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): { readonly value: Value | undefined } | undefined {
  const gives = callee.name.text;
  const isIterator = gives === 'keys' || gives === 'values' || gives === 'entries';
  const to = isIterator && node.arguments.length === 0 ? classAt(callee.expression, context) : undefined;
  if (!isIterator || to?.kind !== 'array') return undefined;
  const of = copyOf(given, to, callee, context);
  return { value: of && { kind: 'iterator', of, to, gives } };
}

/** Returns a new array of a class with the elements of another one. */
function copyOf(
  given: Value,
  to: HeapClass,
  { expression }: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  const source = classOfValue(given);
  if (!source || !isReference(given)) {
    const value = expanded(given);
    return isExpression(value)
      ? copiedArray(value, to, expression, context)
      : asReference(value, to, expression, context);
  }
  // The copy holds what the array holds.
  if (!source.unite(to)) return unsupported(expression, context);
  const array = newObject(to, context);
  run(access('assign', to, array, viewOf(given, source, context)), context);
  return array;
}

/** `with(place, value)`: the row fails if there is no such place. */
function withElement({ array, to, node, context }: ArrayMethodCall): Value | undefined {
  const [placeNode, valueNode] = node.arguments;
  const [place] = placeNode ? (placesOf([placeNode], context) ?? []) : [];
  const value = valueNode && context.visit.value(valueNode);
  const held = value && heldBy(value, elementsOf(to), valueNode, context);
  if (!place || !held) return placeNode && valueNode ? undefined : unsupported(node, context);
  const { line } = context.effects;
  const length = perform(access('length', to, array), 'length', context);
  const whole = keepExpression(call('Math.trunc', place), 'place', context);
  const fromStart = conditional(compare('<', whole, literal(0)), arithmetic('+', length, whole), whole) ?? whole;
  const at = keepExpression(fromStart, 'at', context);
  const isOutside = logical('||', not(compare('>=', at, literal(0))), not(compare('<', at, length)));
  // The row is evaluated again in JavaScript, which throws the RangeError.
  if (isOutside)
    context.effects.push({ kind: 'if', test: isOutside, whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
  run(access('store', to, array, at, held), context);
  return array;
}

function toSpliced(call: ArrayMethodCall): Value | undefined {
  const { array, node } = call;
  if (node.arguments.length === 0) return array;
  return spliced(call, false) && array;
}
