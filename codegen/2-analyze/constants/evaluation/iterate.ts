import { unwrap } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import type { ConstantValue } from '../../../ir/constant-value.js';
import { iterated, iteratorOf } from '../parts.js';
import type { Evaluation } from './evaluation.js';

const iteratorMethods: readonly string[] = ['keys', 'values', 'entries'];

/**
 * Returns the elements that an iteration over an expression gives. It may be a call such as `map.keys()`, which has no value where it
 * stands alone: an iterator gives its elements once.
 *
 * @param ofNothing the elements of null and undefined, if they may be iterated
 */
export function iterate(
  expression: ts.Expression,
  evaluation: Evaluation,
  ofNothing?: readonly ConstantValue[],
): readonly ConstantValue[] | undefined {
  const node = unwrap(expression);
  const callee = ts.isCallExpression(node) && node.arguments.length === 0 ? unwrap(node.expression) : undefined;
  if (callee && ts.isPropertyAccessExpression(callee) && iteratorMethods.includes(callee.name.text)) {
    const receiver = evaluation.value(callee.expression);
    return receiver && iteratorOf(callee.name.text, receiver.value);
  }
  const found = evaluation.value(expression);
  return found && (found.value === null || found.value === undefined ? ofNothing : iterated(found.value));
}
