import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import { compare, literal, read, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { assignedIn } from '../../ir/rewrite.js';
import type { Sort } from '../../ir/statement.js';
import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { firstArray, recordAt } from '../objects/records.js';
import { unsupported } from '../refusals/unsupported.js';
import { isOptional, optionalOf } from '../values/optional-value.js';
import { isExpression, type RecordsValue, type Value } from '../values/value.js';
import { type Callback, callbackOf } from './callback.js';
import { refuseChangingOrder } from './order.js';

/** Compiles `sort` and `toSorted` with a comparator to a sorted copy. */
export function sortedBy(
  array: Expression,
  comparator: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const callback = callbackOf(comparator, context);
  if (!callback) return undefined;
  return sort(array, arrayCall('slice', array, literal(0)), (value) => value, callback, node, context);
}

/** Returns the indices of the elements of records, in the order of a comparator. */
export function sortedOrder(
  records: RecordsValue,
  comparator: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const callback = callbackOf(comparator, context);
  if (!callback) return undefined;
  const first = firstArray(records);
  // Indices are small integers that are held as doubles.
  const recordOf = (place: Expression) => defined(recordAt(records, call('ToInt32', place), context), context);
  const order = sort(first, arrayCall('places', first), recordOf, callback, node, context);
  const hasUndefined = isOptional(records.parts) && elementType(first.type).mayBeUndefined;
  return hasUndefined ? arrayCall('concat', order, arrayCall('undefinedPlaces', first)) : order;
}

/** Narrows a record whose tag is a variable: it is not undefined. */
function defined(record: Value, context: RowContext): Value {
  if (!isOptional(record) || record.present.kind !== 'read') return record;
  const { variable, type } = record.present;
  context.knowledge.set(variable, { ...type, mayBeUndefined: false });
  return optionalOf(context.variables.read(variable), record.value);
}

/** Sorts `copy`, which is made from `source`, in place. `passed` returns the comparator's argument for an element. */
function sort(
  source: Expression,
  copy: Expression,
  passed: (element: Expression) => Value,
  callback: Callback,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const { line } = context.effects;
  const sorted = context.variables.temporary('sorted', copy.type, true);
  context.effects.push({ kind: 'declare', variable: sorted, value: copy, line });
  const array = read(sorted, copy.type);
  const { start, ...step } = untilStable(context, () => {
    const start = context.flow;
    context.jumps.push(jumpTarget('loop', node));
    const left = elementVariable('left', elementType(copy.type), context);
    const right = elementVariable('right', elementType(copy.type), context);
    const { result: isBefore, before: body } = context.effects.collect(() => {
      const order = callback.call([passed(context.variables.read(left)), passed(context.variables.read(right))], node);
      // If the comparator was reported or never returns, its elements count as equal.
      if (!order || !context.flow) return literal(false);
      return isExpression(order) ? compare('<', toNumber(order), literal(0)) : unsupported(node, context);
    });
    context.jumps.pop();
    return { result: { left, right, body, isBefore: isBefore ?? literal(false), start }, back: context.flow };
  });
  context.flow = start;
  const method = methodOf(node);
  const isOwn = method === 'sort' && source.kind === 'read';
  if (isOwn && assignedIn(step.body).has(source.variable)) refuseChangingOrder(node, context);
  context.effects.push({ kind: 'sort', array, method, ...step, line });
  return array;
}

/** Declares an element that is compared. It is never undefined, because undefined elements are not compared. */
function elementVariable(name: string, element: Type, context: RowContext): VariableId {
  const id = context.variables.temporary(name, element, false);
  context.knowledge.set(id, { ...element, mayBeUndefined: false });
  return id;
}

function methodOf({ expression }: ts.CallExpression): Sort['method'] {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === 'toSorted' ? 'toSorted' : 'sort';
}
