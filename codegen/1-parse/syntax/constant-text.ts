import { follow } from './const-initializer.js';
import { ts } from './ts.js';

/** Where a text is written out: there, or as the value of the constant that is named there. Undefined for anything else. */
export function constantText(expression: ts.Expression, checker: ts.TypeChecker): ts.StringLiteralLike | undefined {
  const value = follow(expression, checker);
  return ts.isStringLiteralLike(value) ? value : undefined;
}
