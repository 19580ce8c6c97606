import { ts } from '../../1-parse/syntax/ts.js';

/**
 * The operations of `a + b - c`, the innermost first: each is the left operand of the next. They are visited one after the other, since
 * generated code has thousands of them, for which no stack is deep enough.
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
