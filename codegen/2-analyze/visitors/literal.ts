import { ts } from '../../1-parse/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';

/** Strings, templates without holes, numbers, booleans and null. Undefined for every other expression. */
export function visitLiteral(node: ts.Expression): Expression | undefined {
  if (ts.isStringLiteralLike(node)) return literal(node.text);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return literal(true);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return literal(false);
  return node.kind === ts.SyntaxKind.NullKeyword ? literal(null) : undefined;
}
