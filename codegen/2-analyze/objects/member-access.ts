import type { ts } from '../../1-parse/syntax/ts.js';
import { globalPath } from '../constants/global-path.js';
import { memberReference, readReference, referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { isBuiltIn, readBuiltIn } from '../numbers/intrinsics.js';
import type { Value } from '../values/value.js';

/**
 * Visits `object.name` or `object[key]`. Built-ins and captured constants come first; for anything else `take` decides,
 * and may visit the object.
 */
export function visitMember(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  context: RowContext,
  take: (visitObject: () => Value | undefined) => Value | undefined,
): Value | undefined {
  const { expression } = node;
  const path = globalPath(node, context);
  if (path !== undefined && isBuiltIn(path)) return readBuiltIn(path, node, context);
  const object = referTo(expression, context);
  if (object === 'reported') return undefined;
  const found = object && memberReference(object, node, context);
  if (found) return found === 'reported' ? undefined : valueOfReference(found, node, context);
  return take(() => (object ? readReference(object, expression, context) : context.visit.value(expression)));
}
