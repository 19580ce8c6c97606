import { ts } from '../../../1-parse/syntax/ts.js';
import { bigintTooLarge } from '../../../diagnostics/index.js';
import type { Constant, ConstantValue } from '../../../ir/constant-value.js';
import { LimitReached } from '../../context/limit-reached.js';
import { chainOf } from '../../syntax/operator-chain.js';
import type { Found } from '../parts.js';
import { computeBigInts, computeNumbers } from './arithmetic.js';
import type { Evaluation } from './evaluation.js';

/** Evaluates `a + b`, and `a + b - c` of any length. */
export function evaluateBinary(node: ts.BinaryExpression, evaluation: Evaluation): Found<Constant> | undefined {
  const links = chainOf(node, () => true);
  let left = evaluation.simple(links[0].left);
  for (const { operatorToken, right } of links) {
    const result = left && combine(operatorToken.kind, left, evaluation.simple(right));
    if (result === 'too large') throw new LimitReached(bigintTooLarge, node);
    if (!result) return undefined;
    evaluation.sizes.check(result.value, node);
    left = result;
  }
  return left;
}

/** Returns the result for two constants of one type; undefined where it is not known. */
function combine(
  operator: ts.SyntaxKind,
  left: Found<Constant>,
  right: Found<Constant> | undefined,
): Found<Constant> | 'too large' | undefined {
  const a = left.value;
  const b = right?.value;
  if (typeof a === 'string' && typeof b === 'string' && operator === ts.SyntaxKind.PlusToken) return { value: a + b };
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    const value = computeBigInts(operator, a, b);
    return value === 'too large' ? value : found(value);
  }
  return typeof a === 'number' && typeof b === 'number' ? found(computeNumbers(operator, a, b)) : undefined;
}

function found(value: Constant): Found<Constant> | undefined {
  return value === undefined ? undefined : { value };
}

/** Evaluates `-x`, `+x`, `!x` and `~x`. */
export function evaluatePrefixUnary(
  { operator, operand }: ts.PrefixUnaryExpression,
  evaluation: Evaluation,
): Found<Constant> | undefined {
  const given = evaluation.simple(operand);
  if (!given) return undefined;
  const { value } = given;
  if (operator === ts.SyntaxKind.ExclamationToken) return { value: !value };
  if (typeof value === 'bigint' && operator === ts.SyntaxKind.MinusToken) return { value: -value };
  if (typeof value === 'bigint' && operator === ts.SyntaxKind.TildeToken) return { value: ~value };
  if (typeof value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return { value: -value };
  if (operator === ts.SyntaxKind.TildeToken) return { value: ~value };
  return operator === ts.SyntaxKind.PlusToken ? given : undefined;
}

/** Evaluates the branch of `a ? b : c` that the condition selects. */
export function evaluateConditional(
  node: ts.ConditionalExpression,
  evaluation: Evaluation,
): Found<ConstantValue> | undefined {
  const test = evaluation.value(node.condition);
  return test && evaluation.value(test.value ? node.whenTrue : node.whenFalse);
}
