import { follow } from './const-initializer.js';
import { ts } from './ts.js';

/**
 * Returns the literal of a text: the expression itself, or the value of the constant that it names. Returns undefined
 * for anything else.
 */
export function constantText(expression: ts.Expression, checker: ts.TypeChecker): ts.StringLiteralLike | undefined {
  const value = follow(expression, checker);
  return ts.isStringLiteralLike(value) ? value : undefined;
}
