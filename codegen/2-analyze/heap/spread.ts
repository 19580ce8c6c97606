import { ts } from '../../1-parse/syntax/ts.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { iteratedConstant } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';
import { partsOf, viewOf } from './as-value.js';
import { collectIterator, iteratorOf } from './iterate.js';
import { classOfValue } from './perform.js';

/** Returns the values that a spread or `Array.from` takes of an object in the row's memory; any other value is returned unchanged. */
export function spreadValue(value: Value, node: ts.Node, context: RowContext): Value | undefined {
  if (!isExpression(value))
    return value.kind === 'iterator' ? collectIterator(value, node, context) : iterated(value, node);
  const to = classOfValue(value);
  if (!to) return value;
  if (to.kind === 'array') return viewOf(value, to, context);
  if (to.kind === 'record') return partsOf(value, to, context);
  const iterator = iteratorOf(value, to);
  return iterator ? collectIterator(iterator, node, context) : value;
}

/** Returns the values of a constant set or map. Constant objects and arrays are spread by their own rules. */
function iterated(value: Exclude<Value, Expression>, node: ts.Node): Value {
  if (value.kind !== 'constant' || ts.isSpreadAssignment(node)) return value;
  const kinds = value.reference.candidates.map((one) => (isComposite(one) ? one.kind : ''));
  return kinds.every((kind) => kind === 'set' || kind === 'map') ? iteratedConstant(value) : value;
}

/** Visits an element or an argument. Of a spread it returns the values that are spread. */
export function visitSpread(node: ts.Expression | ts.SpreadAssignment, context: RowContext): Value | undefined {
  if (!ts.isSpreadElement(node) && !ts.isSpreadAssignment(node)) return context.visit.value(node);
  const value = context.visit.value(node.expression);
  return value && spreadValue(value, node, context);
}
