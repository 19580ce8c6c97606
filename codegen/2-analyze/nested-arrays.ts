/** Arrays in arrays: those that columns have, and no others. */
import type { ts } from '../1-parse/ts.js';
import { elementType } from '../ir/arrays.js';
import type { Type } from '../ir/type.js';
import type { RowContext } from './row-context.js';

/** Whether the elements of an array are arrays. */
export function isNested(type: Type): boolean {
  return type.core.kind === 'array' && elementType(type).core.kind === 'array';
}

/** Reports an array that would hold another one than a list of a column. */
export function refuseNested(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'An array that holds arrays which the row function makes',
    reason: 'Arrays hold strings, numbers, bigints, booleans, objects of these, and whole lists of a column.',
    advice:
      'Make one array of all elements, `rows.flatMap((inner) => inner)`, or choose among the lists of a column: `rows.filter(…)`, `rows.slice(1)`.',
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
