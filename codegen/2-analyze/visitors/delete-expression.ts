import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { deleteProperty } from '../heap/dictionaries.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';

/** Visits `delete counts[word]`. Objects that are values have no properties to delete. */
export function visitDeleteExpression(node: ts.DeleteExpression, context: RowContext): Value | undefined {
  return context.heap ? deleteProperty(node, context) : unsupported(node, context);
}
