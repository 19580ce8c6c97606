import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import type { RowContext } from '../context/row-context.js';
import { writtenKey } from '../syntax/written-key.js';

/** Reports an assignment to a property whose name is only known at run time. */
export function refuseDictionary(node: ts.ElementAccessExpression, context: RowContext): undefined {
  return context.refuse(node, {
    construct: `An assignment to \`${excerpt(node.getText(), 40)}\`, whose name is only known when the row runs,`,
    reason: 'The properties of an object are known when the transform is built: it is no dictionary.',
    advice:
      'Keep names and values in two arrays: `const at = keys.indexOf(key); if (at < 0) { keys.push(key); counts.push(1); } else counts[at] = (counts[at] ?? 0) + 1;`.',
  });
}

/** Returns the assignment target `counts[key]` with a computed key, if the function around `name` has one. */
export function dictionaryEntry(name: ts.Identifier): ts.ElementAccessExpression | undefined {
  const around = ts.findAncestor(name, ts.isFunctionLike);
  for (const node of around ? nodesIn(around) : []) {
    const target = ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) ? unwrap(node.left) : undefined;
    const isEntry =
      target &&
      ts.isElementAccessExpression(target) &&
      writtenKey(target.argumentExpression) === undefined &&
      ts.isIdentifier(target.expression) &&
      target.expression.text === name.text;
    if (isEntry) return target;
  }
  return undefined;
}
