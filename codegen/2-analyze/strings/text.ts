import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { visitConditional } from '../choices/conditional.js';
import { decideByLeft } from '../choices/decide-by-left.js';
import { oneOf } from '../choices/either.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { visitBranch } from '../effects/effects.js';
import { type LogicalOperator, logicalOperator } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';
import { concatenate } from './concatenate.js';

/**
 * Visits an expression that becomes text, `${age ?? 'unknown'}`. If `??`, `||`, `&&` or `?:` give values of several
 * kinds, no variable could hold them, so each becomes text by itself.
 */
export function visitText(node: ts.Expression, context: RowContext): Expression | undefined {
  const chosen = unwrap(node);
  const operator = ts.isBinaryExpression(chosen) ? logicalOperator(chosen.operatorToken.kind) : undefined;
  if (!(operator || ts.isConditionalExpression(chosen)) || !isOfSeveralKinds(chosen, context))
    return context.visit.expression(node);
  const value = operator
    ? visitOperands(operator, operandsOf(operator, chosen), chosen, context)
    : visitConditional(chosen as ts.ConditionalExpression, context, textOf, (link) => isOfSeveralKinds(link, context));
  return value && isExpression(value) ? value : undefined;
}

function textOf(node: ts.Expression, context: RowContext): Expression | undefined {
  const value = visitText(node, context);
  return value && concatenate([value], node, context);
}

/** Returns `a`, `b` and `c` of `a ?? b ?? c`, however it is grouped. */
function operandsOf(operator: LogicalOperator, given: ts.Expression): readonly ts.Expression[] {
  const node = unwrap(given);
  if (!ts.isBinaryExpression(node) || logicalOperator(node.operatorToken.kind) !== operator) return [given];
  return [...operandsOf(operator, node.left), ...operandsOf(operator, node.right)];
}

/** Returns the first operand that decides, as text. */
function visitOperands(
  operator: LogicalOperator,
  [first, ...others]: readonly ts.Expression[],
  node: ts.Expression,
  context: RowContext,
): Value | undefined {
  if (!first) return undefined;
  if (others.length === 0) return textOf(first, context);
  const given = context.visit.expression(first);
  if (!given || !context.flow) return given;
  const { test, decided } = decideByLeft(operator, given, context);
  const visitOthers = () => visitOperands(operator, others, node, context);
  const right = visitBranch(narrow(context.flow, test, true), visitOthers, context);
  const left = visitBranch(narrow(context.flow, test, false), () => concatenate([decided()], first, context), context);
  return oneOf(test, right, left, node, context);
}

const kinds = [
  ts.TypeFlags.StringLike,
  ts.TypeFlags.NumberLike,
  ts.TypeFlags.BigIntLike,
  ts.TypeFlags.BooleanLike,
] as const;

/** True for a union of several kinds, such as strings and numbers. Null and undefined are not counted. */
function isOfSeveralKinds(node: ts.Expression, context: RowContext): boolean {
  const type = context.program.checker.getTypeAtLocation(node);
  const parts = type.isUnion() ? type.types : [type];
  return kinds.filter((kind) => parts.some(({ flags }) => (flags & kind) !== 0)).length > 1;
}
