import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal, logical, not, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { assignedIn } from '../../ir/rewrite.js';
import { narrow, prove } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { type Branch, isPure, keepExpression, reads, visitBranch } from '../effects/effects.js';
import { joined } from '../effects/operator-chain.js';
import { chainOf } from '../syntax/operator-chain.js';
import { choose } from './choose.js';
import { visitPresence } from './presence-test.js';

/** Visits an expression as a condition. The operands of `&&`, `||` and `!` are conditions themselves and need no common type. */
export function visitTest(node: ts.Expression, context: RowContext): Expression | undefined {
  const expression = unwrap(node);
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.ExclamationToken) {
    const operand = visitTest(expression.operand, context);
    return operand && not(operand);
  }
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return visitBoth('&&', expression, context);
    if (kind === ts.SyntaxKind.BarBarToken) return visitBoth('||', expression, context);
  }
  const value = visitPresence(expression, context);
  return value && truthy(value);
}

/** Visits `a && b && c`: the right operand runs only if the left one does not decide. */
function visitBoth(operator: '&&' | '||', node: ts.BinaryExpression, context: RowContext): Expression | undefined {
  const links = chainOf(node, (kind) => kind === node.operatorToken.kind);
  let left = visitTest(links[0].left, context);
  if (!left || !context.flow) return left;
  let operands = [left];
  let reached = narrow(context.flow, left, operator === '&&');
  for (const link of links) {
    const right: Branch<Expression> = visitBranch(reached, () => visitTest(link.right, context), context);
    if (isPure(right)) {
      if (!right.value) return undefined;
      operands.push(right.value);
      reached = narrow(reached, right.value, operator === '&&');
      continue;
    }
    left = joined(operator, operands);
    const chosen: Expression | undefined = left && chooseRight(operator, left, right, link, context);
    if (!chosen || !context.flow) return chosen;
    operands = [chosen];
    reached = narrow(context.flow, chosen, operator === '&&');
  }
  return joined(operator, operands);
}

/** Compiles a right operand with side effects. */
function chooseRight(
  operator: '&&' | '||',
  left: Expression,
  right: Branch<Expression>,
  node: ts.BinaryExpression,
  context: RowContext,
): Expression | undefined {
  const flow = context.flow ?? new Map();
  const decided = keepExpression(left, 'left', context);
  const isReached = operator === '&&' ? decided : not(decided);
  const kept = { value: literal(operator === '||'), before: [], flow: narrow(flow, left, operator === '||') };
  const result = choose(isReached, right, kept, node, context) as Expression | undefined;
  if (!result || !right.value) return result;
  // The left operand's proof holds only if the right one does not assign to its variables.
  const isChanged = reads(left, assignedIn(right.before));
  const meaning = logical(operator, isChanged ? literal(operator === '&&') : left, right.value);
  return meaning ? prove(result, meaning) : result;
}
