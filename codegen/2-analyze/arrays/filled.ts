import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { compare, equal, literal, logical, not, onePiece, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { mayBeAbsent } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { keep, keepExpression } from '../effects/effects.js';
import { isSmallNumber } from '../numbers/small-numbers.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';
import { callbackOf } from './callback.js';
import { mapped } from './collect.js';
import { ArrayLoop } from './loop.js';

/** Returns the length in `{ length: n }`, or undefined if the object has any other property. */
export function lengthProperty(node: ts.Expression): ts.Expression | undefined {
  const object = unwrap(node);
  if (!ts.isObjectLiteralExpression(object) || object.properties.length !== 1) return undefined;
  const [member] = object.properties;
  if (!member?.name || propertyName(member.name) !== 'length') return undefined;
  if (ts.isPropertyAssignment(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** Compiles `Array.from({ length: n }, f)`. */
export function arrayOfLength(
  length: ts.Expression,
  given: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  const count = visitCount(length, context);
  const callback = count && callbackOf(given, context);
  if (!callback) return undefined;
  const steps = stepsOf(call('Math.max', literal(0), count));
  const indexed = {
    ...callback,
    call: ([, index]: readonly Value[], at: ts.Node) => callback.call([literal(undefined), index ?? literal(0)], at),
  };
  return mapped(new ArrayLoop(steps, indexed, [], node, context));
}

/** Returns the length in `new Array(n).fill(x)` or `Array(n).fill(x)`; undefined for any other call. */
export function filledLength(node: ts.CallExpression, context: RowContext): ts.Expression | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'fill' || node.arguments.length !== 1)
    return undefined;
  const made = unwrap(callee.expression);
  if (!ts.isNewExpression(made) && !ts.isCallExpression(made)) return undefined;
  const { expression, arguments: args } = made;
  const isArray =
    ts.isIdentifier(expression) && expression.text === 'Array' && isAmbient(expression, context.program.checker);
  return isArray && !context.names.bindingOf(expression) && args?.length === 1 ? args[0] : undefined;
}

/** Compiles `new Array(n).fill(x)`. The row fails with JavaScript's RangeError if `n` is no valid length. */
export function filledArray(length: ts.Expression, node: ts.CallExpression, context: RowContext): Value | undefined {
  const [given] = node.arguments;
  const visited = visitCount(length, context);
  const count = visited && (visited.kind === 'literal' ? visited : keepExpression(visited, 'length', context));
  const value = count && given && context.visit.value(given);
  if (!value) return undefined;
  const { line } = context.effects;
  const isLength = logical('&&', compare('>=', count, literal(0)), equal(call('Math.trunc', count), count));
  if (isLength)
    context.effects.push({ kind: 'if', test: not(isLength), whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
  const kept = keep(value, context);
  const callback = { arity: 0, call: () => kept, visitOther: () => undefined };
  return mapped(new ArrayLoop(stepsOf(count), callback, [], node, context));
}

function stepsOf(count: Expression): Expression {
  return onePiece(stringCall('repeat', literal(' '), count));
}

function visitCount(node: ts.Expression, context: RowContext): Expression | undefined {
  if (ts.isSpreadElement(node)) return unsupported(node, context);
  const count = context.visit.expression(node);
  if (!count) return undefined;
  if (count.type.core.kind === 'number' && !mayBeAbsent(count.type) && isSmallNumber(count, context)) return count;
  return context.refuse(node, {
    construct: 'A length of an array that may be any number',
    reason: 'The memory of a row is limited: a length must be known to be small when the transform is built.',
    advice: 'Take a length of a text or an array, a literal, or a column of up to 16 bits; or `push` in a loop.',
  });
}
