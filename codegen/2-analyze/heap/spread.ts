import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';
import { partsOf, viewOf } from './as-value.js';
import { collectIterator, iteratorOf } from './iterate.js';
import { classOfValue } from './perform.js';

/** Returns the values that a spread or `Array.from` takes of an object in the row's memory; any other value is returned unchanged. */
export function spreadValue(value: Value, node: ts.Node, context: RowContext): Value | undefined {
  if (!isExpression(value)) return value.kind === 'iterator' ? collectIterator(value, node, context) : value;
  const to = classOfValue(value);
  if (!to) return value;
  if (to.kind === 'array') return viewOf(value, to, context);
  if (to.kind === 'record') return partsOf(value, to, context);
  const iterator = iteratorOf(value, to);
  return iterator ? collectIterator(iterator, node, context) : value;
}

/** Visits an element or an argument. Of a spread it returns the values that are spread. */
export function visitSpread(node: ts.Expression | ts.SpreadAssignment, context: RowContext): Value | undefined {
  if (!ts.isSpreadElement(node) && !ts.isSpreadAssignment(node)) return context.visit.value(node);
  const value = context.visit.value(node.expression);
  return value && spreadValue(value, node, context);
}
