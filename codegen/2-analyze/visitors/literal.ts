import { ts } from '../../1-parse/ts.js';
import { bigintTooLarge } from '../../diagnostics/index.js';
import { int128Range, rangeWithin } from '../../ir/bigint-range.js';
import { literal } from '../../ir/build.js';
import type { Literal } from '../../ir/expression.js';
import type { RowContext } from '../row-context.js';

/** Strings, templates without holes, numbers, bigints, booleans and null. Undefined for every other expression. */
export function visitLiteral(node: ts.Expression): Literal | undefined {
  if (ts.isStringLiteralLike(node)) return literal(node.text);
  if (ts.isNumericLiteral(node)) return literal(Number(node.text));
  if (ts.isBigIntLiteral(node)) return literal(bigintValue(node));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return literal(true);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return literal(false);
  return node.kind === ts.SyntaxKind.NullKeyword ? literal(null) : undefined;
}

/** A constant, unless it is a bigint that no row function can compute. */
export function withinLimits(constant: Literal, node: ts.Node, context: RowContext): Literal | undefined {
  const { core } = constant.type;
  return core.kind !== 'bigint' || rangeWithin(core.range, int128Range)
    ? constant
    : context.report(node, (span) => bigintTooLarge(span));
}

/** `1_000n`, `0xffn`. */
export function bigintValue(node: ts.BigIntLiteral): bigint {
  return BigInt(node.text.replace(/_|n$/g, ''));
}
