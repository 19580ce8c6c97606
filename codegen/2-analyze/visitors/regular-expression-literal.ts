import type { ts } from '../../1-parse/syntax/ts.js';
import { referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { declareSearches } from '../patterns/searches.js';
import type { Value } from '../values/value.js';

/** Visits `/[a-z]+/`, or `new RegExp` of known text, as a constant, which exists only during compilation. */
export function visitRegularExpressionLiteral(
  node: ts.RegularExpressionLiteral | ts.NewExpression,
  context: RowContext,
): Value | undefined {
  const reference = referTo(node, context);
  if (!reference || reference === 'reported') return undefined;
  declareSearches(reference, node, context);
  return valueOfReference(reference, node, context);
}
