import type { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType } from '../../ir/arrays.js';
import type { Expression } from '../../ir/expression.js';
import { sameType, type Type } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';

/** True if the elements of an array are arrays. */
export function isNested(type: Type): boolean {
  return type.core.kind === 'array' && elementType(type).core.kind === 'array';
}

/**
 * Turns records of tuples, which hold one array per tuple element, into an array of arrays. Returns undefined for any
 * other value, and if the tuple elements are of several kinds.
 */
export function zipped(value: Value): Expression | undefined {
  if (isExpression(value) || value.kind !== 'records') return undefined;
  const parts = zippedParts(value.parts);
  return parts && isExpression(parts) ? parts : undefined;
}

/** Zips the parts of records: parts that are tuples of objects give one array of arrays per property. */
export function zippedParts(value: Value): Value | undefined {
  return isExpression(value) || value.kind !== 'tuple' ? undefined : inOne(value.elements);
}

/** Zips values of the same shape: one array of arrays per part. */
function inOne(values: readonly Value[]): Value | undefined {
  const [first, ...more] = values;
  if (!first) return undefined;
  if (isExpression(first)) {
    const arrays = more.flatMap((part) => (isExpression(part) ? part : []));
    const isOfOneKind = arrays.every(({ type }) => sameType(elementType(type), elementType(first.type)));
    return isOfOneKind && arrays.length === more.length ? arrayCall('zipped', first, ...arrays) : undefined;
  }
  if (first.kind !== 'object') return undefined;
  const properties = new Map<string, Value>();
  for (const name of first.properties.keys()) {
    const parts = values.map((value) =>
      !isExpression(value) && value.kind === 'object' && value.properties.size === first.properties.size
        ? value.properties.get(name)
        : undefined,
    );
    const part = parts.every((one) => one !== undefined) ? inOne(parts) : undefined;
    if (!part) return undefined;
    properties.set(name, part);
  }
  return { kind: 'object', properties };
}

/** Reports `sort` and `reverse` of an array that another array holds. Both names would have to see the change. */
export function refuseElementOrder({ name }: ts.PropertyAccessExpression, context: RowContext): undefined {
  const copy = name.text === 'sort' ? 'toSorted' : 'toReversed';
  return context.refuse(name, {
    construct: `\`${name.text}\` of an array that another array holds`,
    reason: 'It would change that element of the other array as well, which is a value by itself here.',
    advice: `Make another array of it: \`rows.map((inner) => inner.${copy}())\`.`,
  });
}

/** Reports the text of an array of arrays, or a search in one. JavaScript compares arrays by identity, not by their elements. */
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
