import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { type FunctionValue, isExpression, type Value } from '../values/value.js';
import { capturedFunction } from './captured-functions.js';
import { inlineCall, visitArguments } from './functions.js';

/** Returns the user's function that a call names, contains or computes. Undefined for any other call. */
export function functionCalled(node: ts.CallExpression, context: RowContext): FunctionValue | 'reported' | undefined {
  const callee = unwrap(node.expression);
  if (ts.isPropertyAccessExpression(callee)) return heldFunction(callee, context);
  const isFunction = ts.isArrowFunction(callee) || ts.isFunctionExpression(callee) || ts.isCallExpression(callee);
  const isName =
    ts.isIdentifier(callee) && (context.names.bindingOf(callee) || !isAmbient(callee, context.program.checker));
  if (!isFunction && !isName) return undefined;
  const value = ts.isIdentifier(callee)
    ? (capturedFunction(callee, context) ?? (context.names.bindingOf(callee) ? context.visit.value(callee) : undefined))
    : context.visit.value(callee);
  if (value && !isExpression(value) && value.kind === 'function') return value;
  const isKnown = value || (ts.isIdentifier(callee) && context.names.bindingOf(callee)?.kind !== 'broken');
  return isKnown ? undefined : 'reported';
}

/** Returns the function of `module.f`, where the whole module was imported under one name, or of `object.f`, where the module has the object. */
export function heldFunction(callee: ts.PropertyAccessExpression, context: RowContext): FunctionValue | undefined {
  const root = rootOf(callee);
  if (!root || context.names.bindingOf(root) || isAmbient(root, context.program.checker)) return undefined;
  return isFunction(callee, context) ? capturedFunction(callee, context) : undefined;
}

function rootOf({ expression }: ts.PropertyAccessExpression): ts.Identifier | undefined {
  if (ts.isPropertyAccessExpression(expression)) return rootOf(expression);
  return ts.isIdentifier(expression) ? expression : undefined;
}

/** Inlines a call of one of the user's functions. */
export function callFunction(
  called: FunctionValue | 'reported',
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  if (called === 'reported') return undefined;
  const args = visitArguments(node, context);
  return args && inlineCall(called, args, node, context);
}

/** Inlines `object.f(x)`: a call of a function that a property holds. */
export function callProperty(
  receiver: Exclude<Value, Expression>,
  node: ts.CallExpression,
  { name }: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const part = receiver.kind === 'object' ? receiver.properties.get(name.text) : undefined;
  if (!part || isExpression(part) || part.kind !== 'function') return unsupported(node, context);
  return callFunction(part, node, context);
}

/** True if an expression is a function by its type. */
export function isFunction(node: ts.Expression, { program: { checker } }: RowContext): boolean {
  return checker.getTypeAtLocation(node).getCallSignatures().length > 0;
}
