import type { ts } from '../../1-parse/ts.js';
import { isNewDate, visitNewDate } from '../dates.js';
import type { RowContext } from '../row-context.js';
import { unsupported } from '../unsupported.js';
import type { Value } from '../value.js';

/** `new Date(…)`; row functions make no other objects of classes. */
export function visitNewExpression(node: ts.NewExpression, context: RowContext): Value | undefined {
  return isNewDate(node, context) ? visitNewDate(node, context) : unsupported(node, context);
}
