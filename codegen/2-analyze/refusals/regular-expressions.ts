import type { ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import type { RowContext } from '../context/row-context.js';

/**
 * Reports a regular expression that is made when the program runs.
 *
 * @param written the expression that makes it, if that is outside the row function
 */
export function refuseRegExp(node: ts.Expression, context: RowContext, written: ts.Node = node): undefined {
  const text = `\`${excerpt(written.getText(), 40)}\``;
  return context.refuse(node, {
    construct:
      written === node
        ? `The regular expression ${text}`
        : `\`${node.getText()}\`, which holds the regular expression ${text},`,
    reason: 'Its text and its flags must be known when the transform is built, and be valid in this version of Node.',
    advice: 'Write it out, `/[0-9]+/`; search for a text of the row by `indexOf`, `includes` or `replaceAll`.',
  });
}
