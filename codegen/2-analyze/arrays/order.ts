import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** Reports `sort` or `toSorted` without a comparator on elements that are not strings. */
export function refuseOrder(
  method: 'sort' | 'toSorted',
  elements: string,
  node: ts.Node,
  context: RowContext,
): undefined {
  return context.refuse(node, {
    construct: `\`${method}\` without a function, of an array of ${elements},`,
    reason:
      'JavaScript then sorts by the text of each element, 10 before 9, and puts undefined at the end. Only strings, none of them missing, are sorted so.',
    advice: `Give the order: \`sizes.${method}((a, b) => a - b)\`.`,
  });
}

/**
 * Reports a comparator that changes the array being sorted: V8 sorts the elements that the array had at first, then
 * writes them over its current ones.
 */
export function refuseChangingOrder(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A function that changes the array which it sorts',
    reason: 'Sorting writes the elements that the array had at first over what the function puts there.',
    advice: 'Sort a copy: `words.toSorted(order)`.',
  });
}
