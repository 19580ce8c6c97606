import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { literal, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { spreadValue } from '../heap/spread.js';
import { copyOfRecords } from '../objects/records.js';
import { unsupported } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';
import { callWithCallback } from './callbacks.js';
import { arrayOfLength, lengthProperty } from './filled.js';
import { arrayValue, characters } from './values.js';

/** Returns the arguments of a call of the global `Array.from`. Undefined for any other call. */
export function arrayFromCalled(node: ts.CallExpression, context: RowContext): Args | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'from') return undefined;
  const { expression } = callee;
  const isArray =
    ts.isIdentifier(expression) &&
    expression.text === 'Array' &&
    !context.names.bindingOf(expression) &&
    isAmbient(expression, context.program.checker);
  return isArray ? node.arguments : undefined;
}

type Args = readonly ts.Expression[];

/** Compiles `Array.from(s)` and `Array.from(array, f)`: the code points of a string or a copy of an array, each mapped by `f`. */
export function arrayFrom(
  [source, callback, ...rest]: Args,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  if (!source || ts.isSpreadElement(source) || rest.length > 0) return unsupported(node, context);
  const length = callback && lengthProperty(source);
  if (length) return arrayOfLength(length, callback, node, context);
  const visited = context.visit.value(source);
  const given = visited && spreadValue(visited, source, context);
  if (given && !isExpression(given) && given.kind === 'records')
    return callback ? callWithCallback(given, 'map', node, context, callback) : copyOfRecords(given);
  const value = given && arrayValue(given, source, context);
  if (!value) return undefined;
  const { kind } = value.type.core;
  if (kind !== 'string' && kind !== 'array') return unsupported(node, context);
  const array = kind === 'string' ? characters(value, node, context) : require(value);
  return callback ? callWithCallback(array, 'map', node, context, callback) : copyOf(array);
}

function copyOf(array: Expression): Expression {
  return arrayCall('slice', array, literal(0));
}
