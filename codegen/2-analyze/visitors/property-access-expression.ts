import type { ts } from '../../1-parse/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { require, stringCall } from '../../ir/build.js';
import { isBytes } from '../../ir/type.js';
import { unknownArrayMember, unknownBytesMember } from '../array-methods.js';
import { keepFaults } from '../effects.js';
import { visitMember } from '../member-access.js';
import { propertyOf } from '../parts.js';
import type { RowContext } from '../row-context.js';
import { unknownMember } from '../string-methods.js';
import { isExpression, type Value } from '../value.js';

/** `row.column`, `object.property` or `s.length`. */
export function visitPropertyAccessExpression(
  node: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { name } = node;
  return visitMember(node, context, (visitObject) => {
    const receiver = visitObject();
    if (!receiver) return undefined;
    if (!isExpression(receiver)) return propertyOf(keepFaults(receiver, context), name.text, name, context);
    if (receiver.type.core.kind === 'string' && name.text === 'length') return stringCall('length', receiver);
    if (receiver.type.core.kind === 'array')
      return name.text === 'length' || (name.text === 'byteLength' && isBytes(receiver.type))
        ? arrayCall('length', require(receiver))
        : isBytes(receiver.type)
          ? unknownBytesMember(name, context)
          : unknownArrayMember(name, context);
    return unknownMember(receiver, name, context);
  });
}
