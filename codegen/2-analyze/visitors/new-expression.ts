import type { ts } from '../../1-parse/syntax/ts.js';
import { isNewDate } from '../constants/new-date.js';
import type { RowContext } from '../context/row-context.js';
import { construct, constructed } from '../heap/constructors.js';
import { visitNewDate } from '../numbers/dates.js';
import { isPatternNode } from '../patterns/pattern.js';
import { refuseRegExp } from '../refusals/regular-expressions.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';
import { visitRegularExpressionLiteral } from './regular-expression-literal.js';

/** Visits `new Date(…)`, `new RegExp(…)`, and `new Map(…)` and the like. Row functions make no other objects of classes. */
export function visitNewExpression(node: ts.NewExpression, context: RowContext): Value | undefined {
  if (isNewDate(node, context)) return visitNewDate(node, context);
  const to = constructed(node, context);
  if (to) return construct(to, node, context);
  if (!isPatternNode(node, context)) return unsupported(node, context);
  return visitRegularExpressionLiteral(node, context) ?? refuseRegExp(node, context);
}
