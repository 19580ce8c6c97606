import type { ts } from '../../1-parse/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { require, stringCall } from '../../ir/build.js';
import { unknownArrayMember } from '../array-methods.js';
import { memberReference, readReference, referTo } from '../constant-references.js';
import { valueOfReference } from '../constant-values.js';
import { keepFaults } from '../effects.js';
import { globalPath, isBuiltIn, readBuiltIn } from '../intrinsics.js';
import { propertyOf } from '../parts.js';
import type { RowContext } from '../row-context.js';
import { unknownMember } from '../string-methods.js';
import { isExpression, type Value } from '../value.js';
import { visitValue } from './index.js';

/** `row.column`, `object.property` or `s.length`. */
export function visitPropertyAccessExpression(
  node: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { expression, name } = node;
  const path = globalPath(node, context);
  if (path !== undefined && isBuiltIn(path)) return readBuiltIn(path, node, context);
  const object = referTo(expression, context);
  if (object === 'reported') return undefined;
  const found = object && memberReference(object, node, context);
  if (found) return found === 'reported' ? undefined : valueOfReference(found, node, context);
  const receiver = object ? readReference(object, expression, context) : visitValue(expression, context);
  if (!receiver) return undefined;
  if (!isExpression(receiver)) return propertyOf(keepFaults(receiver, context), name.text, name, context);
  if (receiver.type.core.kind === 'string' && name.text === 'length') return stringCall('length', receiver);
  if (receiver.type.core.kind === 'array')
    return name.text === 'length' ? arrayCall('length', require(receiver)) : unknownArrayMember(name, context);
  return unknownMember(receiver, name, context);
}
