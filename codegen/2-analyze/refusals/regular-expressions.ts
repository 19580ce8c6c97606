import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import type { RowContext } from '../context/row-context.js';

const cut =
  "Find the places and cut the text: `const at = s.indexOf('@'); const domain = at < 0 ? '' : s.slice(at + 1);`.";
const replace =
  "Replace a text by `s.replaceAll('-', '')`, or keep some characters: `[...s].filter((c) => c >= '0' && c <= '9').join('')`.";

/** Advice per method of the expression or of the string. */
const advices: ReadonlyMap<string, string> = new Map([
  [
    'test',
    "Ask `includes`, `startsWith` or `endsWith`, or go through the characters: `[...s].every((c) => c >= '0' && c <= '9')`.",
  ],
  ['exec', cut],
  ['match', cut],
  ['matchAll', cut],
  ['replace', replace],
  ['replaceAll', replace],
  ['search', "`s.indexOf('@')` finds a text; a kind of character is found by a loop over `s.charCodeAt(i)`."],
  ['split', "Split at a text, and drop empty parts: `s.split(' ').filter((part) => part !== '')`."],
]);
const anyUse = 'Use the methods of strings: `includes`, `startsWith`, `indexOf`, `slice`, `split`, `replaceAll`.';

/**
 * Reports a regular expression where it is used.
 *
 * @param written the literal, if it is outside the row function
 */
export function refuseRegExp(node: ts.Expression, context: RowContext, written: ts.Node = node): undefined {
  const text = `\`${excerpt(written.getText(), 40)}\``;
  return context.refuse(node, {
    construct:
      written === node
        ? `The regular expression ${text}`
        : `\`${node.getText()}\`, which holds the regular expression ${text},`,
    reason: 'Regular expressions are not supported yet.',
    advice: advices.get(methodOf(node) ?? '') ?? anyUse,
  });
}

/** Returns the method that uses an expression: `test` for `/a/.test(s)`, `replace` for `s.replace(/a/, '')`. */
function methodOf(node: ts.Expression): string | undefined {
  const { parent } = node;
  if (ts.isExpression(parent) && unwrap(parent) === unwrap(node)) return methodOf(parent);
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return parent.name.text;
  const isArgument = ts.isCallExpression(parent) && parent.expression !== node;
  const callee = isArgument ? unwrap(parent.expression) : undefined;
  return callee && ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}
