import { ts } from '../../1-parse/syntax/ts.js';

/**
 * Returns the operations of `a + b - c`, the innermost first: each is the left operand of the next. They are visited in a loop, since
 * machine-written code has chains of thousands, for which no stack is deep enough.
 */
export function chainOf(
  node: ts.BinaryExpression,
  isLink: (operator: ts.SyntaxKind) => boolean,
): readonly [ts.BinaryExpression, ...ts.BinaryExpression[]] {
  let links: [ts.BinaryExpression, ...ts.BinaryExpression[]] = [node];
  for (let { left } = node; ts.isBinaryExpression(left) && isLink(left.operatorToken.kind); { left } = left)
    links.push(left);
  links = links.reverse() as typeof links;
  return links;
}
