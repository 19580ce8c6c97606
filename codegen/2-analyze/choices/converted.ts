import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { visitBranch } from '../effects/effects.js';
import { type LogicalOperator, logicalOperator } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';
import { visitConditional } from './conditional.js';
import { decideByLeft } from './decide-by-left.js';
import { oneOf } from './either.js';

/** A conversion of the values of an expression to one kind. */
export interface Converter {
  /** Visits an expression that gives values of one kind, and does not convert them. */
  visit(node: ts.Expression, context: RowContext): Expression | undefined;
  convert(value: Expression, node: ts.Expression, context: RowContext): Expression | undefined;
}

/**
 * Visits an expression that is converted to one kind of value, as in `` `${age ?? 'unknown'}` `` and `Number(hours ?? 0)`. If `??`, `||`,
 * `&&` or `?:` give values of several kinds, no variable could hold them, so each is converted by itself. Other values are returned as
 * they are.
 */
export function visitConverted(node: ts.Expression, converter: Converter, context: RowContext): Expression | undefined {
  const chosen = unwrap(node);
  const operator = ts.isBinaryExpression(chosen) ? logicalOperator(chosen.operatorToken.kind) : undefined;
  const isChoice = ts.isConditionalExpression(chosen) || (ts.isBinaryExpression(chosen) && operator);
  if (!isChoice || !isOfSeveralKinds(chosen, context)) return converter.visit(node, context);
  const value = operator
    ? visitOperands(operator, operandsOf(operator, chosen), chosen, converter, context)
    : visitConditional(
        chosen as ts.ConditionalExpression,
        context,
        (branch) => converted(branch, converter, context),
        (link) => isOfSeveralKinds(link, context),
      );
  return value && isExpression(value) ? value : undefined;
}

function converted(node: ts.Expression, converter: Converter, context: RowContext): Expression | undefined {
  const value = visitConverted(node, converter, context);
  return value && converter.convert(value, node, context);
}

/** Returns `a`, `b` and `c` of `a ?? b ?? c`, however it is grouped. */
function operandsOf(operator: LogicalOperator, given: ts.Expression): readonly ts.Expression[] {
  const node = unwrap(given);
  if (!ts.isBinaryExpression(node) || logicalOperator(node.operatorToken.kind) !== operator) return [given];
  return [...operandsOf(operator, node.left), ...operandsOf(operator, node.right)];
}

/** Returns the first operand that decides, converted. */
function visitOperands(
  operator: LogicalOperator,
  [first, ...others]: readonly ts.Expression[],
  node: ts.Expression,
  converter: Converter,
  context: RowContext,
): Value | undefined {
  if (!first) return undefined;
  if (others.length === 0) return converted(first, converter, context);
  const given = converter.visit(first, context);
  if (!given || !context.flow) return given;
  const { test, decided } = decideByLeft(operator, given, context);
  const visitOthers = () => visitOperands(operator, others, node, converter, context);
  const right = visitBranch(narrow(context.flow, test, true), visitOthers, context);
  const visitLeft = () => converter.convert(decided(), first, context);
  const left = visitBranch(narrow(context.flow, test, false), visitLeft, context);
  return oneOf(test, right, left, node, context);
}

const kinds = [
  ts.TypeFlags.StringLike,
  ts.TypeFlags.NumberLike,
  ts.TypeFlags.BigIntLike,
  ts.TypeFlags.BooleanLike,
] as const;

/**
 * True for values of several kinds, such as strings and numbers. Null and undefined are not counted. The type of the choice itself may
 * leave out its right operand: `match[1] ?? 0` is a string without `noUncheckedIndexedAccess`.
 */
function isOfSeveralKinds(node: ts.ConditionalExpression | ts.BinaryExpression, context: RowContext): boolean {
  const operator = ts.isBinaryExpression(node) ? logicalOperator(node.operatorToken.kind) : undefined;
  const values = ts.isBinaryExpression(node) && operator !== '&&' ? [node.left, node.right] : [node];
  const parts = values.flatMap((value) => {
    const type = context.program.checker.getTypeAtLocation(value);
    return type.isUnion() ? type.types : [type];
  });
  return kinds.filter((kind) => parts.some(({ flags }) => (flags & kind) !== 0)).length > 1;
}
