import type { ts } from '../../1-parse/syntax/ts.js';
import { isNewDate } from '../constants/new-date.js';
import type { RowContext } from '../context/row-context.js';
import { visitNewDate } from '../numbers/dates.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';

/** Visits `new Date(…)`. Row functions make no other objects of classes. */
export function visitNewExpression(node: ts.NewExpression, context: RowContext): Value | undefined {
  return isNewDate(node, context) ? visitNewDate(node, context) : unsupported(node, context);
}
