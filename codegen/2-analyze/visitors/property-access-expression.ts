import type { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { require, stringCall } from '../../ir/build.js';
import { isBytes, isVariant } from '../../ir/type.js';
import { unknownArrayMember, unknownBytesMember } from '../arrays/methods.js';
import type { RowContext } from '../context/row-context.js';
import { keepFaults } from '../effects/effects.js';
import { heldFunction } from '../functions/called-function.js';
import { propertyOfObject } from '../heap/members.js';
import { ofEachKind } from '../heap/of-each-kind.js';
import { classOfValue } from '../heap/perform.js';
import { visitMember } from '../objects/member-access.js';
import { propertyOf } from '../objects/parts.js';
import { isLastIndex, readLastIndex } from '../patterns/last-index.js';
import { unknownMember } from '../strings/methods.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits `row.column`, `object.property` and `s.length`. */
export function visitPropertyAccessExpression(
  node: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { name } = node;
  const fn = heldFunction(node, context);
  if (fn) return fn;
  if (isLastIndex(node, context)) return readLastIndex(node, context);
  return visitMember(node, context, (visitObject) => {
    const receiver = visitObject();
    return receiver && memberOf(receiver, name, context);
  });
}

function memberOf(receiver: Value, name: ts.MemberName, context: RowContext): Value | undefined {
  const to = classOfValue(receiver);
  if (to && isExpression(receiver)) return propertyOfObject(receiver, to, name.text, name, context);
  if (!isExpression(receiver)) return propertyOf(keepFaults(receiver, context), name.text, name, context);
  if (isVariant(receiver.type)) return ofEachKind(receiver, (one) => memberOf(one, name, context), name, context);
  if (receiver.type.core.kind === 'string' && name.text === 'length') return stringCall('length', receiver);
  if (receiver.type.core.kind === 'array')
    return name.text === 'length' || (name.text === 'byteLength' && isBytes(receiver.type))
      ? arrayCall('length', require(receiver))
      : isBytes(receiver.type)
        ? unknownBytesMember(name, context)
        : unknownArrayMember(name, context);
  return unknownMember(receiver, name, context);
}
