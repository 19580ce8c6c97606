/** Arrays in arrays. */
import type { ts } from '../1-parse/ts.js';
import { arrayCall, elementType } from '../ir/arrays.js';
import type { Expression } from '../ir/expression.js';
import { sameType, type Type } from '../ir/type.js';
import type { RowContext } from './row-context.js';
import { isExpression, type Value } from './value.js';

/** Whether the elements of an array are arrays. */
export function isNested(type: Type): boolean {
  return type.core.kind === 'array' && elementType(type).core.kind === 'array';
}

/**
 * An array of arrays of known length, of which there is an array for each place, as an array of arrays. Undefined for any others,
 * and where the places have values of several kinds.
 */
export function zipped(value: Exclude<Value, Expression>): Expression | undefined {
  if (value.kind !== 'records' || isExpression(value.parts) || value.parts.kind !== 'tuple') return undefined;
  const [first, ...more] = value.parts.elements;
  const arrays = more.flatMap((part) => (isExpression(part) ? part : []));
  if (!first || !isExpression(first) || arrays.length < more.length) return undefined;
  const isOfOneKind = arrays.every(({ type }) => sameType(elementType(type), elementType(first.type)));
  return isOfOneKind ? arrayCall('zipped', first, ...arrays) : undefined;
}

/** Reports `sort` and `reverse` of an array that another one holds: both names would have to see what they change. */
export function refuseElementOrder({ name }: ts.PropertyAccessExpression, context: RowContext): undefined {
  const copy = name.text === 'sort' ? 'toSorted' : 'toReversed';
  return context.refuse(name, {
    construct: `\`${name.text}\` of an array that another array holds`,
    reason: 'It would change that element of the other array as well, which is a value by itself here.',
    advice: `Make another array of it: \`rows.map((inner) => inner.${copy}())\`.`,
  });
}

/** Reports the text of an array of arrays, or a search in one: JavaScript compares arrays by what they are, not by what they hold. */
export function refuseWhole(operation: 'search' | 'text', node: ts.Node, context: RowContext): undefined {
  const isSearch = operation === 'search';
  return context.refuse(node, {
    construct: isSearch ? 'A search for an array among arrays' : 'The text of an array of arrays',
    reason: isSearch
      ? 'JavaScript finds an array only where it is that very one, whatever its elements are.'
      : 'It would run all elements together, whatever list they are in.',
    advice: isSearch
      ? 'Compare elements: `rows.findIndex((inner) => inner[0] === x)`.'
      : "Say how they are written: `rows.map((inner) => inner.join(',')).join(';')`.",
  });
}
