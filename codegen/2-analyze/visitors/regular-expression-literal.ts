import type { ts } from '../../1-parse/syntax/ts.js';
import { referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { withSearch } from '../patterns/searches.js';
import type { Value } from '../values/value.js';

/** Visits `/[a-z]+/`, or `new RegExp` of known text, as a constant, which exists only during compilation. */
export function visitRegularExpressionLiteral(
  node: ts.RegularExpressionLiteral | ts.NewExpression,
  context: RowContext,
): Value | undefined {
  const reference = referTo(node, context);
  return reference && reference !== 'reported'
    ? valueOfReference(withSearch(reference, node, context), node, context)
    : undefined;
}
