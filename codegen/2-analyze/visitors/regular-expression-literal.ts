import type { ts } from '../../1-parse/syntax/ts.js';
import { referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';

/** Visits `/[a-z]+/` as a constant, which exists only during compilation. */
export function visitRegularExpressionLiteral(
  node: ts.RegularExpressionLiteral,
  context: RowContext,
): Value | undefined {
  const reference = referTo(node, context);
  return reference && reference !== 'reported' ? valueOfReference(reference, node, context) : undefined;
}
