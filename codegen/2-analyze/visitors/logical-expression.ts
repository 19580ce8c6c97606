import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { coalesce, logical, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { likeArray } from '../arrays/values.js';
import { choose } from '../choices/choose.js';
import { decideByLeft } from '../choices/decide-by-left.js';
import { oneOf } from '../choices/either.js';
import { withMissingParts } from '../choices/missing-parts.js';
import { keepPresence } from '../choices/optional-values.js';
import { visitTest } from '../choices/test.js';
import { joinFlows, narrow, prove } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { type Branch, isPure, keepFaults, visitBranch } from '../effects/effects.js';
import { partOf } from '../effects/operator-chain.js';
import { withEffects } from '../effects/with-effects.js';
import { sharedLike } from '../heap/shared-name.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { chainOf } from '../syntax/operator-chain.js';
import { describeValue } from '../values/described-values.js';
import { asksRight, type LogicalOperator, logicalOperator } from '../values/logical-operator.js';
import { absenceOf, isMissing, isOptional } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits `&&`, `||` and `??` of any number of operands as values. */
export function visitLogicalExpression(
  operator: LogicalOperator,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  const links = chainOf(node, (kind) => logicalOperator(kind) === operator);
  let value = context.visit.value(links[0].left);
  for (const [place, link] of links.entries()) {
    if (!value || !context.flow) return value;
    const result: Value | undefined = isExpression(value)
      ? visitRightOf(operator, value, link, context)
      : visitLogicalOfObject(operator, value, link, context);
    value = result && isExpression(result) ? provedPart(result, place + 1, context) : result;
  }
  return value;
}

/** Visits `test && effect`, `test || effect` and `value ?? effect`. */
export function visitLogicalEffect(
  operator: LogicalOperator,
  node: ts.BinaryExpression,
  context: RowContext,
): readonly Statement[] {
  const left = operator === '??' ? context.visit.value(node.left) : visitTest(node.left, context);
  if (!left || !isExpression(left) || !context.flow) return [];
  const test = operator === '||' ? not(left) : asksRight(operator, left);
  const before = context.flow;
  context.flow = narrow(before, test, true);
  const whenTrue = withEffects(node.right, () => context.visit.effect(node.right), context);
  context.flow = joinFlows(context.flow, narrow(before, test, false));
  return [{ kind: 'if', test, whenTrue, whenFalse: [], line: lineOf(node) }];
}

/** Returns the value of the first links of a chain, which still proves the facts that its operands prove. */
function provedPart(value: Expression, operations: number, context: RowContext): Expression {
  const part = partOf(value, operations, context);
  return part === value ? value : prove(part, value);
}

/** Visits a link of a chain whose left operand is a value of the row. */
function visitRightOf(
  operator: LogicalOperator,
  left: Expression,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  // The right operand runs only if the left one did not decide.
  const visitRight = () => {
    const value = context.visit.value(node.right);
    const shared = value && sharedLike(value, left, node, context);
    const fitting = shared && likeArray(shared, left.type, context);
    return fitting && (isExpression(fitting) ? fitting : unsupportedValue(fitting, node.right, context));
  };
  const flow = context.flow ?? new Map();
  const right = visitBranch(narrow(flow, asTest(operator, left), true), visitRight, context);
  if (!isPure(right)) return chooseRight(operator, left, right, node, context);
  if (!right.value) return undefined;
  const result = operator === '??' ? coalesce(left, right.value) : logical(operator, left, right.value);
  if (result) return result;
  if (context.heap) return chooseRight(operator, left, right, node, context);
  return mixed(left, right.value, node, context);
}

/** Visits a link of a chain whose left operand is an object. */
function visitLogicalOfObject(
  operator: LogicalOperator,
  left: Exclude<Value, Expression>,
  node: ts.BinaryExpression,
  context: RowContext,
): Value | undefined {
  const visitRight = () => {
    const value = context.visit.value(node.right);
    return isOptional(left) && operator !== '&&' ? withMissingParts(value, left.value, node) : value;
  };
  if (!isOptional(left) && left.kind !== 'function' && left.kind !== 'constant') {
    keepFaults(left, context);
    return operator === '&&' ? visitRight() : left;
  }
  if (!isOptional(left)) return unsupportedValue(left, node.left, context);
  const kept = keepPresence(left, context);
  const missing = isMissing(kept);
  const test = operator === '&&' ? not(missing) : missing;
  const flow = context.flow ?? new Map();
  const right = visitBranch(narrow(flow, missing, operator !== '&&'), visitRight, context);
  const decided = visitBranch(
    narrow(flow, missing, operator === '&&'),
    () => (operator === '&&' ? absenceOf(kept) : kept.value),
    context,
  );
  return right.value && oneOf(test, right, decided, node, context);
}

/** Returns the test for evaluating the right operand, in a form that proves facts about the left one. */
function asTest(operator: LogicalOperator, left: Expression): Expression {
  return operator === '&&' ? not(not(left)) : asksRight(operator, left);
}

/** Returns the value of a link whose right operand has side effects. */
function chooseRight(
  operator: LogicalOperator,
  given: Expression,
  right: Branch<Expression>,
  node: ts.BinaryExpression,
  context: RowContext,
): Expression | undefined {
  const { test, decided } = decideByLeft(operator, given, context);
  const kept = visitBranch(narrow(context.flow ?? new Map(), test, false), decided, context);
  return choose(test, right, kept, node, context) as Expression | undefined;
}

function mixed(left: Expression, right: Expression, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    mixedTypes(span, { left: describeValue(left.type), right: describeValue(right.type) }),
  );
}
