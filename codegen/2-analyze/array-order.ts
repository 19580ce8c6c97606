import type { ts } from '../1-parse/ts.js';
import type { RowContext } from './row-context.js';

/** Reports `sort` or `toSorted` without a function, of elements that are no strings. */
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
