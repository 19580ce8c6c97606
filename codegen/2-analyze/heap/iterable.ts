import type { ts } from '../../1-parse/syntax/ts.js';
import { onePiece, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { walk } from '../arrays/walk.js';
import { iteratedConstant } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { sequence } from '../effects/effects.js';
import { firstArray, keepArrays, recordAt } from '../objects/records.js';
import { isExpression, type Value } from '../values/value.js';
import { iteratorOf, walkIterator } from './iterate.js';
import { classOfValue } from './perform.js';

/** Returns the statements of a loop over any iterable value. Undefined if the value is none. */
export function walkIterable(
  given: Value,
  visit: (value: Value) => undefined,
  node: ts.Node,
  context: RowContext,
): readonly Statement[] | undefined {
  const value = iteratedConstant(given);
  const to = classOfValue(value);
  if (to && isExpression(value)) {
    const iterator = iteratorOf(value, to);
    return iterator && walkIterator(iterator, visit, node, context);
  }
  if (isExpression(value)) {
    const { kind } = value.type.core;
    if (kind !== 'array' && kind !== 'string') return undefined;
    return walk({ source: onePiece(require(value)), counts: false }, visit, node, context);
  }
  switch (value.kind) {
    case 'iterator':
      return walkIterator(value, visit, node, context);
    case 'tuple':
      return sequence(...value.elements.map((element) => context.effects.collect(() => visit(element)).before));
    case 'records': {
      const records = keepArrays(value, context);
      const visitRecord = (first: Expression, place: Expression) => visit(recordAt(records, place, context, first));
      return walk({ source: firstArray(records), counts: true }, visitRecord, node, context);
    }
    default:
      return undefined;
  }
}
