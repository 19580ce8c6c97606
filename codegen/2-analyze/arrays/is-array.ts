import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { isBytes, isVariant } from '../../ir/type.js';
import { globalPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, keepFaults } from '../effects/effects.js';
import { testOfKind } from '../effects/variants.js';
import { classOfType } from '../heap/perform.js';
import { unsupported } from '../refusals/unsupported.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';

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
  const given = context.visit.value(argument);
  if (!given) return undefined;
  const value = keepFaults(given, context);
  if (isExpression(value)) return testExpression(value, context);
  return isKnown(value) ? literal(value.kind === 'tuple' || value.kind === 'records') : unsupported(node, context);
}

function testExpression(given: Expression, context: RowContext): Expression {
  const value = isStable(given, context) || given.kind === 'read' ? given : keepExpression(given, 'value', context);
  const { core } = value.type;
  const to = classOfType(value.type);
  const isOfArrays = to ? to.kind === 'array' && !to.typed : core.kind === 'array' && !isBytes(value.type);
  // A tuple is a record of known length.
  if (!isOfArrays && !to?.isTuple) return literal(false);
  return isVariant(value.type) ? testOfKind(value, 'reference') : not(isAbsent(value));
}

function isKnown({ kind }: Exclude<Value, Expression>): boolean {
  return kind === 'tuple' || kind === 'records' || kind === 'object' || kind === 'date' || kind === 'function';
}
