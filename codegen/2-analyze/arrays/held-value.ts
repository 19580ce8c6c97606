import { elementType, heldElement, newArray } from '../../ir/arrays.js';
import { convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { arrayType, isBytes, joinTypes, presentType, sameType, type Type } from '../../ir/type.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { lasting } from '../effects/stored-value.js';
import { isExpression, type Value } from '../values/value.js';

/**
 * Returns a value in the form that arrays hold; a literal whose elements are of one kind becomes an array. Returns
 * undefined if arrays cannot hold it.
 *
 * @param like the known element type: it types an empty literal, and says which null and undefined the array allows
 */
export function heldValue(given: Value, context: RowContext, like?: Type): Expression | undefined {
  const element = like?.core.kind === 'array' && !isBytes(like) ? elementType(like) : undefined;
  const value = isExpression(given) ? given : expanded(given);
  if (isExpression(value)) {
    const held = heldElement(lasting(value, context));
    return held && element ? withRoom(held, element) : held;
  }
  if (value.kind !== 'tuple') return undefined;
  const held = value.elements.map((one) => heldValue(one, context, element));
  if (!held.every((one) => one !== undefined)) return undefined;
  const array = newArray(held, held.length === 0 && element ? presentType(element) : undefined);
  return array && element ? withRoom(array, element) : array;
}

/** Widens the element type of an array to `element` if that includes its own; returns any other array unchanged. */
function withRoom(array: Expression, element: Type): Expression {
  const { core } = array.type;
  if (core.kind !== 'array' || isBytes(array.type) || sameType(core.element, element)) return array;
  const joined = joinTypes(core.element, element);
  if (!joined || !sameType(joined, element)) return array;
  if (array.kind === 'new-array') return newArray(array.elements, element) ?? array;
  return convert(array, { ...array.type, core: arrayType(element).core });
}
