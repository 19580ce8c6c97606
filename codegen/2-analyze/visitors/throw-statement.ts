import { isAmbient } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';

const constructors: ReadonlySet<string> = new Set([
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
]);

/**
 * Visits `throw new Error(text)`, or `throw` of any value. The thrown value is visited for the columns and constants that it reads:
 * native code marks the row, and the reference then throws.
 */
export function visitThrowStatement(node: ts.ThrowStatement, context: RowContext): readonly Statement[] {
  const { expression } = node;
  const line = lineOf(node);
  const isThrown = isError(expression, context)
    ? visitArguments(expression, context)
    : context.visit.expression(expression) !== undefined;
  context.flow = undefined;
  return isThrown ? [{ kind: 'throw', line }] : [];
}

/** True for `new Error(…)` and `TypeError(…)`. */
function isError(node: ts.Expression, context: RowContext): node is ts.NewExpression | ts.CallExpression {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const { expression: callee } = node;
  return ts.isIdentifier(callee) && constructors.has(callee.text) && isAmbient(callee, context.program.checker);
}

function visitArguments(node: ts.NewExpression | ts.CallExpression, context: RowContext): boolean {
  const [text, second] = node.arguments ?? [];
  const unknown = text && ts.isSpreadElement(text) ? text : second;
  if (unknown) {
    context.refuse(unknown, {
      construct: unknown === second ? 'A second argument of an error' : 'A spread argument',
      reason: 'A row that fails is told by its number, its message and its values.',
      advice: 'Pass the text alone: `throw new Error(`…`)`.',
    });
    return false;
  }
  return !text || context.visit.expression(text) !== undefined;
}
