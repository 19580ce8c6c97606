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

/** Reports a choice between regular expressions, by a table or by `?:`. */
export function refuseRegExpChoice(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: `The regular expression \`${excerpt(node.getText(), 40)}\`, which a value of the row chooses,`,
    reason: 'Each regular expression is compiled by itself, so each use must name one.',
    advice:
      "Choose between results: `country === 'DE' ? german.test(s) : british.test(s)`, or go through the table with `for … of`.",
  });
}
