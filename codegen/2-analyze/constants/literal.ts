import type { ts } from '../../1-parse/syntax/ts.js';
import { bigintTooLarge } from '../../diagnostics/index.js';
import { int128Range, rangeWithin } from '../../ir/bigint-range.js';
import { literal } from '../../ir/build.js';
import type { Literal } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { literalValue } from '../syntax/literal.js';

/** Visits a string, a number, a bigint, a boolean or null. */
export function visitLiteral(node: ts.Node, context: RowContext): Literal | undefined {
  const found = literalValue(node);
  return found && withinLimits(literal(found.value), node, context);
}

/** Returns a constant, unless it is a bigint that no row function can compute, which is reported. */
export function withinLimits(constant: Literal, node: ts.Node, context: RowContext): Literal | undefined {
  const { core } = constant.type;
  return core.kind !== 'bigint' || rangeWithin(core.range, int128Range)
    ? constant
    : context.report(node, (span) => bigintTooLarge(span));
}
