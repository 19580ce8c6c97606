import { isAmbient } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { type ConstantValue, isComposite } from '../../../ir/constant-value.js';
import { numberConstant } from '../number-constants.js';
import { type Found, memberOf } from '../parts.js';
import type { Evaluation } from './evaluation.js';

/** Evaluates `limits.high`, `limits['high']`, `list[2]` and `Math.PI`. */
export function evaluateMember(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  evaluation: Evaluation,
): Found<ConstantValue> | undefined {
  const { expression } = node;
  const { checker } = evaluation.program;
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(expression) && isAmbient(expression, checker)) {
    const value = numberConstant(`${expression.text}.${node.name.text}`);
    return value === undefined ? undefined : { value };
  }
  const object = evaluation.value(expression)?.value;
  const key = ts.isPropertyAccessExpression(node) ? node.name.text : evaluation.simple(node.argumentExpression)?.value;
  if (!isComposite(object) || key === undefined) return undefined;
  return memberOf(object, String(key));
}
