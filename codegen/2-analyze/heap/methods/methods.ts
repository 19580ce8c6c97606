import type { ts } from '../../../1-parse/syntax/ts.js';
import type { Expression } from '../../../ir/expression.js';
import type { HeapClass, HeapKind } from '../../../ir/type.js';
import type { RowContext } from '../../context/row-context.js';
import { unsupported } from '../../refusals/unsupported.js';
import type { Value } from '../../values/value.js';
import { hasProperty } from '../has-property.js';
import { classOfValue, requireObject } from '../perform.js';
import { callOfSharedArray } from './array-methods.js';
import { callOfMap } from './map-methods.js';

type Visitor = (
  object: Expression,
  to: HeapClass,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
) => Value | undefined;

const visitors: Readonly<Record<HeapKind, Visitor>> = {
  array: callOfSharedArray,
  map: callOfMap,
  set: callOfMap,
  dictionary: callOfObject,
  record: callOfObject,
};

/** Returns the result of a method of an object in the row's memory. */
export function callOfReference(
  given: Expression,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const to = classOfValue(given);
  if (!to) return unsupported(node, context);
  return visitors[to.kind](requireObject(given, context), to, node, callee, context);
}

/** `counts.hasOwnProperty(word)`. Records have no methods, and functions in objects are never held in memory. */
function callOfObject(
  object: Expression,
  to: HeapClass,
  node: ts.CallExpression,
  { name }: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const [key] = node.arguments;
  if (name.text !== 'hasOwnProperty' || !key) return unsupported(node, context);
  return hasProperty(object, to, key, node, context);
}
