import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Literal } from '../../ir/expression.js';

/** Strings, templates without holes, numbers, bigints, booleans and null. Undefined for every other expression. */
export function visitLiteral(node: ts.Expression): Literal | undefined {
  if (ts.isStringLiteralLike(node)) return literal(node.text);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (ts.isBigIntLiteral(node)) return literal(bigintValue(node));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return literal(true);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return literal(false);
  return node.kind === ts.SyntaxKind.NullKeyword ? literal(null) : undefined;
}

/** `1_000n`, `0xffn`. */
export function bigintValue(node: ts.BigIntLiteral): bigint {
  return BigInt(node.text.replace(/_|n$/g, ''));
}
