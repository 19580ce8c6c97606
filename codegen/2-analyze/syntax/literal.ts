import { ts } from '../../1-parse/syntax/ts.js';
import type { Constant } from '../../ir/constant-value.js';

/** The kinds of syntax that are literals of one value. Templates with holes, arrays, objects and regular expressions are not. */
export const literalKinds = [
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
] as const;

/** Returns the value of a node of one of the `literalKinds`. Undefined for every other node. */
export function literalValue(node: ts.Node): { readonly value: Constant } | undefined {
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (ts.isBigIntLiteral(node)) return { value: bigintValue(node) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  return node.kind === ts.SyntaxKind.NullKeyword ? { value: null } : undefined;
}

/** Returns the value of `1_000n` or `0xffn`. */
function bigintValue(node: ts.BigIntLiteral): bigint {
  return BigInt(node.text.replace(/_|n$/g, ''));
}
