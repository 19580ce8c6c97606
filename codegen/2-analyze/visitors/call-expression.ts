import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { callOfArray, isComputedCall } from '../arrays/calls.js';
import { filledArray, filledLength } from '../arrays/filled.js';
import { arrayFrom, isArrayFrom } from '../arrays/from.js';
import { requirePresent } from '../choices/optional-values.js';
import { callConstant } from '../constants/calls.js';
import { globalPath } from '../constants/global-path.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { keepFrom } from '../effects/effects.js';
import { capturedFunction } from '../functions/captured-functions.js';
import { inlineCall, visitArguments } from '../functions/functions.js';
import { callConversion, conversionCalled } from '../numbers/conversions.js';
import { callDateMethod } from '../numbers/dates.js';
import { callExported, exportedFunction } from '../numbers/hashes.js';
import { callIntrinsic, isBuiltIn } from '../numbers/intrinsics.js';
import { callNumberMethod } from '../numbers/methods.js';
import { unsupported } from '../refusals/unsupported.js';
import { callStringMethod, unknownMember } from '../strings/methods.js';
import { callStringStatic, isStringGlobal } from '../strings/statics.js';
import { type FunctionValue, isExpression, type Value } from '../values/value.js';

/** `s.slice(0, 3)`, `wanted.has(x)`, `Math.max(a, b)`, `helper(x)`: methods of strings and constant lists, and functions. */
export function visitCallExpression(node: ts.CallExpression, context: RowContext): Value | undefined {
  const callee = unwrap(node.expression);
  const conversion = conversionCalled(node, context);
  if (conversion) return callConversion(conversion, node, context);
  const exported = exportedFunction(node, context);
  if (exported !== undefined) return callExported(exported, node, context);
  const name = globalPath(callee, context);
  if (name !== undefined && isBuiltIn(name)) return callIntrinsic(name, node, context);
  const called = functionCalled(callee, context);
  if (called === 'reported') return undefined;
  if (called) {
    const args = visitArguments(node, context);
    return args && inlineCall(called, args, node, context);
  }
  const filled = filledLength(node, context);
  if (filled) return filledArray(filled, node, context);
  if (ts.isPropertyAccessExpression(callee) && isArrayFrom(callee, context)) return arrayFrom(node, context);
  const constant = isComputedCall(callee, context) ? undefined : callConstant(node, context);
  if (constant === 'reported') return undefined;
  if (constant && !('simple' in constant)) return constant;
  if (!ts.isPropertyAccessExpression(callee)) {
    return unsupported(node, context);
  }
  if (isStringGlobal(callee.expression, context)) return callStringStatic(node, callee.name, context);
  const isGlobal =
    ts.isIdentifier(callee.expression) &&
    !context.names.bindingOf(callee.expression) &&
    isAmbient(callee.expression, context.program.checker);
  if (isGlobal) return unsupported(node, context);
  const object = constant ? constant.simple : context.visit.value(callee.expression);
  if (!object) return undefined;
  const receiver = requirePresent(object, context);
  if (!isExpression(receiver)) {
    if (receiver.kind === 'date') return callDateMethod(receiver.time, node, callee.name, context);
    const whole = expanded(receiver);
    return !isExpression(whole) && (whole.kind === 'tuple' || whole.kind === 'records')
      ? callOfArray(whole, node, callee, context)
      : callPart(receiver, node, callee.name, context);
  }
  if (receiver.type.core.kind === 'array') return callOfArray(receiver, node, callee, context);
  const kept = keepFrom(receiver, node.arguments, context);
  switch (receiver.type.core.kind) {
    case 'string':
      return callStringMethod(kept, node, callee.name, context);
    case 'number':
    case 'bigint':
    case 'boolean':
      return callNumberMethod(kept, node, callee.name, context);
    default:
      return unknownMember(receiver, callee.name, context);
  }
}

/** The function of the user's that a callee is. */
function functionCalled(callee: ts.Expression, context: RowContext): FunctionValue | 'reported' | undefined {
  if (ts.isPropertyAccessExpression(callee)) return moduleFunction(callee, context);
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

/** `module.f`, where the whole module was imported under one name. */
function moduleFunction(callee: ts.PropertyAccessExpression, context: RowContext): FunctionValue | undefined {
  const { expression } = callee;
  if (!ts.isIdentifier(expression) || context.names.bindingOf(expression)) return undefined;
  const declaration = context.program.checker.getSymbolAtLocation(expression)?.declarations?.[0];
  return declaration && ts.isNamespaceImport(declaration) ? capturedFunction(callee, context) : undefined;
}

/** `object.f(x)`: a call of a function that a property holds. */
function callPart(
  receiver: Exclude<Value, Expression>,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Value | undefined {
  const part = receiver.kind === 'object' ? receiver.properties.get(name.text) : undefined;
  if (!part || isExpression(part) || part.kind !== 'function') return unsupported(node, context);
  const args = visitArguments(node, context);
  return args && inlineCall(part, args, node, context);
}
