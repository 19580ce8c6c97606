import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import { arithmetic, compare, conditional, equal, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { mayBeAbsent } from '../../ir/type.js';
import { callbackMethods, callWithCallback } from '../arrays/callbacks.js';
import { isConsumed, variableUsedAgain } from '../arrays/changes.js';
import { flattened } from '../arrays/flatten.js';
import { asElement } from '../arrays/literal-array.js';
import { refuseOrder } from '../arrays/order.js';
import { refuseChange } from '../arrays/owners.js';
import { sortedOrder } from '../arrays/sort.js';
import { readSlots } from '../choices/read-slots.js';
import { reportShapes } from '../choices/reported-shapes.js';
import type { RowContext } from '../context/row-context.js';
import { keep, keepExpression } from '../effects/effects.js';
import { visitArguments } from '../functions/functions.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupported } from '../refusals/unsupported.js';
import { isOwned, variableName } from '../syntax/array-variables.js';
import { pairSlots, type Slots } from '../values/slots.js';
import { isExpression, type RecordsValue, type Value } from '../values/value.js';
import { keepArrays, lengthOf, mapArrays, recordAtAny } from './records.js';

/** The methods of arrays of objects, for messages. */
const methodsOfRecords: readonly string[] = [
  ...callbackMethods,
  ...['at', 'flat', 'length', 'pop', 'push', 'reverse', 'shift', 'slice', 'sort', 'toReversed', 'toSorted'],
].sort();

export function callOfRecords(
  records: RecordsValue,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { name } = callee;
  if (callbackMethods.includes(name.text)) return callWithCallback(records, name.text, node, context);
  switch (name.text) {
    case 'flat':
      return flattened(records, node, context);
    case 'slice':
      return sliced(records, node, context);
    case 'at':
      return placed(records, node, context);
    case 'toReversed':
      return mapArrays(records, (array) => arrayCall('reversed', array));
    case 'reverse':
    case 'sort':
      return rearranged(records, node, callee, context);
    case 'toSorted':
      return inOrderOf(records, 'toSorted', node, context);
    case 'push':
      return pushed(node, callee, context);
    case 'pop':
    case 'shift':
      return shortened(node, callee, context);
    default:
      return reportMember({ type: 'An array of objects', known: methodsOfRecords }, name.text, name, context);
  }
}

function sliced(records: RecordsValue, node: ts.CallExpression, context: RowContext): Value | undefined {
  const args = visitArguments(node, context);
  if (!args || args.tail) return args && unsupported(node, context);
  const indices = args.values
    .slice(0, 2)
    .flatMap((value) => (isExpression(value) && value.type.core.kind === 'number' ? [value] : []));
  if (indices.length < args.values.length) return unsupported(node, context);
  return mapArrays(records, (array) => arrayCall('slice', array, ...(indices.length > 0 ? indices : [literal(0)])));
}

/** Compiles `at(i)`: negative indices count from the end, fractions are truncated, and NaN is 0. */
function placed(records: RecordsValue, node: ts.CallExpression, context: RowContext): Value | undefined {
  const args = visitArguments(node, context);
  const [index = literal(0)] = args?.values ?? [];
  if (!args || args.tail || !isExpression(index)) return args && unsupported(node, context);
  if (index.type.core.kind !== 'number' || mayBeAbsent(index.type)) return unsupported(node, context);
  const whole = keepExpression(call('Math.trunc', index), 'place', context);
  const isNegative = compare('<', whole, literal(0));
  const fromEnd = isNegative && conditional(isNegative, arithmetic('+', lengthOf(records), whole), whole);
  const place = fromEnd && conditional(equal(whole, whole), fromEnd, literal(0));
  return place ? recordAtAny(records, place, context) : unsupported(node, context);
}

/** Returns the variables of an array of objects that nothing else holds. */
function ownedSlots(callee: ts.PropertyAccessExpression, context: RowContext): Slots | undefined {
  const { checker } = context.program;
  const node = unwrap(callee.expression);
  const name = variableName(node, checker);
  const binding = ts.isIdentifier(node) ? context.names.bindingOf(node) : undefined;
  const isOwn = name && binding?.kind === 'slots' && binding.slots.kind === 'records' && isOwned(name, checker);
  return isOwn ? binding.slots : undefined;
}

function assignArrays(slots: Slots, records: RecordsValue, context: RowContext): void {
  for (const { id, leaf } of pairSlots(slots, records) ?? [])
    context.effects.push({ kind: 'assign', variable: id, value: leaf, line: context.effects.line });
}

function pushed(node: ts.CallExpression, callee: ts.PropertyAccessExpression, context: RowContext): Value | undefined {
  const slots = ownedSlots(callee, context);
  if (slots?.kind !== 'records') return refuseChange(callee, context);
  const args = visitArguments(node, context);
  if (!args || args.tail) return args && unsupported(node, context);
  // All arguments are evaluated before the first is appended.
  for (const value of args.values.map((given) => keep(given, context))) {
    const pairs = pairSlots(slots.parts, value);
    if (!pairs) return reportShapes(node, context);
    for (const { id, leaf } of pairs) {
      const element = asElement(leaf, elementType(context.variables.storedType(id)), callee.expression, node, context);
      if (!element) return undefined;
      const longer = arrayCall('push', context.variables.read(id), element);
      context.effects.push({ kind: 'assign', variable: id, value: longer, line: context.effects.line });
    }
  }
  const records = pairedRecords(slots, context);
  return ts.isExpressionStatement(node.parent) || !records ? literal(undefined) : lengthOf(records);
}

function shortened(
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const slots = ownedSlots(callee, context);
  const records = slots && pairedRecords(slots, context);
  if (!slots || !records) return refuseChange(callee, context);
  if (!ts.isExpressionStatement(node.parent)) return unsupported(node, context);
  const operation = callee.name.text === 'pop' ? 'withoutLast' : 'withoutFirst';
  assignArrays(
    slots,
    mapArrays(records, (array) => arrayCall(operation, array)),
    context,
  );
  return literal(undefined);
}

function pairedRecords(slots: Slots, context: RowContext): RecordsValue | undefined {
  const value = readSlots(slots, context);
  return !isExpression(value) && value.kind === 'records' ? value : undefined;
}

/** Compiles `sort` and `reverse`, which change their array and return it. */
function rearranged(
  records: RecordsValue,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const result =
    callee.name.text === 'reverse'
      ? mapArrays(records, (array) => arrayCall('reversed', array))
      : inOrderOf(records, 'sort', node, context);
  if (!result || !variableUsedAgain(callee, context)) return result;
  const slots = ownedSlots(callee, context);
  if (!slots || !isConsumed(node)) return refuseChange(callee, context);
  assignArrays(slots, keep(result, context), context);
  return pairedRecords(slots, context);
}

/** Returns the records in the order of a comparator: their indices are sorted, and each array is gathered by them. */
function inOrderOf(
  records: RecordsValue,
  method: 'sort' | 'toSorted',
  node: ts.CallExpression,
  context: RowContext,
): RecordsValue | undefined {
  const [compare] = node.arguments;
  if (!compare) return refuseOrder(method, 'objects', node, context);
  const kept = keepArrays(records, context);
  const order = sortedOrder(kept, compare, node, context);
  return order && mapArrays(kept, (array): Expression => arrayCall('gathered', array, order));
}
