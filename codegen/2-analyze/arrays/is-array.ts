import type { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { globalPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { testObjectKind } from '../objects/instance-of.js';

/** Recognises `Array.isArray(value)`, and returns the value. */
export function isArrayCalled(node: ts.CallExpression, context: RowContext): ts.Expression | undefined {
  const isCalled = globalPath(node.expression, context) === 'Array.isArray';
  return isCalled && node.arguments.length === 1 ? node.arguments[0] : undefined;
}

/** Compiles `Array.isArray(value)`, as a test that proves the kind of a value of several kinds. */
export function testIsArray(
  argument: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  return testObjectKind(argument, 'array', node, context);
}
