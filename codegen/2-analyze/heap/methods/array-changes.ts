import { ts } from '../../../1-parse/syntax/ts.js';
import { arrayCall, newArray } from '../../../ir/arrays.js';
import { literal } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import { type HeapClass, mayBeAbsent, referenceType } from '../../../ir/type.js';
import { sortedBy } from '../../arrays/sort.js';
import type { RowContext } from '../../context/row-context.js';
import { keepExpression } from '../../effects/effects.js';
import { visitArguments } from '../../functions/functions.js';
import { unsupported } from '../../refusals/unsupported.js';
import type { Value } from '../../values/value.js';
import { elementsOf, heldBy, newObject } from '../allocate.js';
import { viewOf } from '../as-value.js';
import { changesArrays } from '../live-loops.js';
import { perform, run } from '../perform.js';

/** A call of a method of an array in the row's memory. */
export interface ArrayMethodCall {
  readonly array: Expression;
  readonly to: HeapClass;
  readonly node: ts.CallExpression;
  readonly callee: ts.PropertyAccessExpression;
  readonly context: RowContext;
}

/** The methods that change their array. */
export const changes: ReadonlyMap<string, (call: ArrayMethodCall) => Value | undefined> = new Map([
  ['push', push],
  ['unshift', unshift],
  ['pop', (call: ArrayMethodCall) => take(call, 'pop')],
  ['shift', (call: ArrayMethodCall) => take(call, 'shift')],
  ['sort', sort],
  ['reverse', reverse],
  ['fill', fill],
  ['splice', splice],
  ['copyWithin', copyWithin],
]);

function length({ array, to, node, context }: ArrayMethodCall): Value {
  const isAsked = !isStatement(node);
  return isAsked ? perform(access('length', to, array), 'length', context) : literal(undefined);
}

function isStatement({ parent }: ts.CallExpression): boolean {
  return ts.isExpressionStatement(parent);
}

/** The elements that a call adds: single ones, and behind them the array that a spread begins. */
interface Added {
  readonly held: readonly Expression[];
  readonly tail: Expression | undefined;
}

/** Returns the arguments of a call as elements. */
function added({ to, node, context }: ArrayMethodCall): Added | undefined {
  const args = visitArguments(node, context);
  if (!args) return undefined;
  const held = args.values.map((value, index) => heldBy(value, elementsOf(to), node.arguments[index] ?? node, context));
  if (!held.every((value) => value !== undefined)) return undefined;
  return { held, tail: args.tail && keepExpression(args.tail, 'added', context) };
}

function push(call: ArrayMethodCall): Value | undefined {
  const { array, to, node, context } = call;
  const given = added(call);
  if (!given) return undefined;
  for (const value of given.held) run(access('push', to, array, value), context);
  if (given.tail) appendAll(array, to, given.tail, node, context);
  return length(call);
}

function appendAll(array: Expression, to: HeapClass, tail: Expression, node: ts.Node, context: RowContext): void {
  const held = heldArray(tail, to, node, context);
  if (held) run(access('append', to, array, held), context);
}

/** Returns an array whose elements are as those of a class. */
function heldArray(given: Expression, to: HeapClass, node: ts.Node, context: RowContext): Expression | undefined {
  const reference = heldBy(
    given,
    { type: () => referenceType(to), classes: () => [to], hold: () => true },
    node,
    context,
  );
  return reference && viewOf(reference, to, context);
}

function unshift(call: ArrayMethodCall): Value | undefined {
  const { array, to, node, context } = call;
  const given = added(call);
  if (!given) return undefined;
  const first = newArray(given.held, to.element);
  if (given.tail) {
    const rest = heldArray(given.tail, to, node, context);
    const all = rest && (first && given.held.length > 0 ? arrayCall('concat', first, rest) : rest);
    if (all) run(access('insert', to, array, literal(0), all), context);
  } else if (first && given.held.length > 0) run(access('insert', to, array, literal(0), first), context);
  return length(call);
}

function take({ array, to, node, context }: ArrayMethodCall, operation: 'pop' | 'shift'): Value {
  const taken = access(operation, to, array);
  if (!isStatement(node)) return perform(taken, 'taken', context);
  run(taken, context);
  return literal(undefined);
}

/** `sort` sorts a copy, whose elements then replace those of the array. */
function sort({ array, to, node, callee, context }: ArrayMethodCall): Value | undefined {
  const [comparator] = node.arguments;
  const view = viewOf(array, to, context);
  const { result: sorted, before } = context.effects.collect(() =>
    comparator ? sortedBy(view, comparator, node, context) : sortedAsText({ array: view, to, node, callee, context }),
  );
  context.effects.push(...before);
  if (!sorted) return undefined;
  if (changesArrays(before, to, 'anything')) {
    return context.refuse(node, {
      construct: 'A comparator that changes an array',
      reason: 'A copy of the elements is sorted, and then replaces those of the array.',
      advice: 'Change arrays before or after `sort`.',
    });
  }
  run(access('assign', to, array, sorted), context);
  return array;
}

function sortedAsText({ array, to, node, context }: ArrayMethodCall): Expression | undefined {
  if (to.element.core.kind === 'string' && !mayBeAbsent(to.element)) return arrayCall('sorted', array);
  return context.refuse(node, {
    construct: '`sort` without a comparator, of elements that are not all strings,',
    reason: to.typed
      ? 'Numbers are sorted by a function that the row function writes.'
      : 'JavaScript compares the texts of elements.',
    advice: 'Pass the order: `sizes.sort((a, b) => a - b)`.',
  });
}

function reverse({ array, to, context }: ArrayMethodCall): Value {
  run(access('reverse', to, array), context);
  return array;
}

function fill({ array, to, node, context }: ArrayMethodCall): Value | undefined {
  const [given, ...bounds] = node.arguments;
  const value = given && context.visit.value(given);
  const held = value && heldBy(value, elementsOf(to), node, context);
  if (!held) return undefined;
  const kept = keepExpression(held, 'value', context);
  const places = placesOf(bounds, context);
  if (!places) return undefined;
  run(access('fill', to, array, kept, ...(places.length > 0 ? places : [literal(0)])), context);
  return array;
}

/** Returns up to two places. */
export function placesOf(nodes: readonly ts.Expression[], context: RowContext): readonly Expression[] | undefined {
  const places = nodes.slice(0, 2).map((node) => {
    const place = context.visit.expression(node);
    const isPlace = place && place.type.core.kind === 'number' && !mayBeAbsent(place.type);
    return place && (isPlace ? keepExpression(place, 'place', context) : unsupported(node, context));
  });
  return places.every((place) => place !== undefined) ? places : undefined;
}

/** `copyWithin(target, start, end)`. */
function copyWithin({ array, to, node, context }: ArrayMethodCall): Value | undefined {
  const [target, ...bounds] = node.arguments;
  const places = target && placesOf([target], context);
  const ends = placesOf(bounds, context);
  if (!places?.[0] || !ends) return target ? undefined : unsupported(node, context);
  run(access('copy within', to, array, places[0], ...(ends.length > 0 ? ends : [literal(0)])), context);
  return array;
}

/** `splice(start, count, ...added)`: returns the removed elements. */
function splice(call: ArrayMethodCall): Value | undefined {
  return spliced(call, !isStatement(call.node));
}

/** @param isAsked true if the removed elements are asked for */
export function spliced(call: ArrayMethodCall, isAsked: boolean): Value | undefined {
  const { array, to, node, context } = call;
  const [start, count] = node.arguments;
  if (!start) return unsupported(node, context);
  const places = placesOf(count ? [start, count] : [start], context);
  if (!places?.[0]) return undefined;
  const inserted = node.arguments.slice(2).map((one) => {
    const value = context.visit.value(one);
    return value && heldBy(value, elementsOf(to), one, context);
  });
  if (!inserted.every((value) => value !== undefined)) return undefined;
  const place = perform(access('place', to, array, places[0]), 'start', context);
  const wanted = places[1] ?? perform(access('length', to, array), 'length', context);
  const removed = perform(access('removable', to, array, place, wanted), 'removed', context);
  const result = isAsked ? removedElements(array, to, place, removed, context) : undefined;
  run(access('remove', to, array, place, removed), context);
  const values = inserted.length > 0 ? newArray(inserted, to.element) : undefined;
  if (values) run(access('insert', to, array, place, values), context);
  return result ?? literal(undefined);
}

function removedElements(
  array: Expression,
  to: HeapClass,
  place: Expression,
  count: Expression,
  context: RowContext,
): Expression {
  const end: Expression = { kind: 'arithmetic', operator: '+', left: place, right: count, type: place.type };
  const part = arrayCall('slice', viewOf(array, to, context), place, end);
  const result = newObject(to, context);
  run(access('assign', to, result, part), context);
  return result;
}
