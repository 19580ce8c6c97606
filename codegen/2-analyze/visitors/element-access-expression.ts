import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { arrayCall } from '../../ir/arrays.js';
import { literal, require, stringCall, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import { valueAt } from '../choices/by-place.js';
import type { RowContext } from '../context/row-context.js';
import { asPlace } from '../effects/as-place.js';
import { inOrder, keepExpression, keepFaults } from '../effects/effects.js';
import { elementOfObject } from '../heap/members.js';
import { classOfValue } from '../heap/perform.js';
import { visitMember } from '../objects/member-access.js';
import { namedKey, valueByName } from '../objects/named-keys.js';
import { propertyOf } from '../objects/parts.js';
import { recordAtAny, recordsOf } from '../objects/records.js';
import { unsupported } from '../refusals/unsupported.js';
import { writtenKey } from '../syntax/written-key.js';
import { describeValue } from '../values/described-values.js';
import { isExpression, type TupleValue, type Value } from '../values/value.js';

/** Visits `row['first name']`, `pair[0]`, `pair[i]` and `s[i]`. */
export function visitElementAccessExpression(node: ts.ElementAccessExpression, context: RowContext): Value | undefined {
  return visitMember(node, context, (visitObject) => {
    const [receiver, index] = inOrder<Value>(
      [visitObject, () => context.visit.expression(node.argumentExpression)],
      context,
    );
    return receiver && index && isExpression(index)
      ? elementOf(receiver, asPlace(index, context), node, context)
      : undefined;
  });
}

function elementOf(
  receiver: Value,
  index: Expression,
  node: ts.ElementAccessExpression,
  context: RowContext,
): Value | undefined {
  const { argumentExpression } = node;
  const to = classOfValue(receiver);
  if (to && isExpression(receiver)) return elementOfObject(receiver, to, index, node, context);
  if (!isExpression(receiver)) {
    if (receiver.kind === 'records' && index.type.core.kind === 'number' && !mayBeAbsent(index.type))
      return recordAtAny(receiver, index, context);
    const key = writtenKey(argumentExpression);
    if (key !== undefined) return propertyOf(keepFaults(receiver, context), key, argumentExpression, context);
    const named = receiver.kind === 'tuple' ? undefined : namedKey(argumentExpression, index, context);
    if (named) {
      const object = keepFaults(receiver, context);
      return valueByName(named, (name) => propertyOf(object, name, argumentExpression, context), node, context);
    }
    return receiver.kind === 'tuple' && index.type.core.kind === 'number' && !mayBeAbsent(index.type)
      ? elementAt(receiver, index, node, context)
      : unsupported(node, context);
  }
  if (index.type.core.kind === 'number') {
    if (receiver.type.core.kind === 'string') return stringCall('unitAt', receiver, toNumber(index));
    if (receiver.type.core.kind === 'array') return arrayCall('element', require(receiver), toNumber(index));
  }
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operation: '`[ ]`',
      operands: `${describeValue(receiver.type)} and ${describeValue(index.type)}`,
      advice: 'Index a string or an array with a number.',
    }),
  );
}

/** Returns `pair[i]`: the element at a computed index, or undefined. */
export function elementAt(tuple: TupleValue, given: Expression, node: ts.Node, context: RowContext): Value | undefined {
  const records = tuple.elements.every(isExpression) ? undefined : recordsOf(tuple.elements, undefined, context);
  if (records) return recordAtAny(records, given, context);
  const index = given.kind === 'read' ? given : keepExpression(given, 'index', context);
  return valueAt(index, keepFaults(tuple, context).elements, literal(undefined), node, context);
}
