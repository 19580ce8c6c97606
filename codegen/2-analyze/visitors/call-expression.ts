import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { Core } from '../../ir/type.js';
import { callOfArray, isComputedCall } from '../arrays/calls.js';
import { filledArray, filledLength } from '../arrays/filled.js';
import { arrayFrom, arrayFromCalled } from '../arrays/from.js';
import { isArrayCalled, testIsArray } from '../arrays/is-array.js';
import { requirePresent } from '../choices/optional-values.js';
import { callConstant, type SimpleReceiver } from '../constants/calls.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { keepFrom } from '../effects/effects.js';
import { callFunction, callProperty, functionCalled } from '../functions/called-function.js';
import { constructFilled, constructFromLength, fromLength, sharedFilledLength } from '../heap/constructors.js';
import { groupBy, groupByCalled } from '../heap/methods/group-by.js';
import { callOfIterator } from '../heap/methods/iterator-methods.js';
import { callOfReference } from '../heap/methods/methods.js';
import { listedProperties, propertiesListed } from '../heap/methods/object-functions.js';
import { ofEachKind } from '../heap/of-each-kind.js';
import { encodeText, textEncoded, typedFrom, typedFromCalled } from '../heap/typed-arrays.js';
import { callConversion, conversionCalled } from '../numbers/conversions.js';
import { callDateMethod } from '../numbers/date-methods.js';
import { callExported, exportedFunction } from '../numbers/hashes.js';
import { builtInCalled, callIntrinsic } from '../numbers/intrinsics.js';
import { callNumberMethod } from '../numbers/methods.js';
import { callOfPatternArray, isPatternArrayCall } from '../patterns/pattern-arrays.js';
import { callOfPattern, patternCalled } from '../patterns/pattern-calls.js';
import { unsupported } from '../refusals/unsupported.js';
import { callStringMethod, unknownMember } from '../strings/methods.js';
import { callStringStatic, stringStaticCalled } from '../strings/statics.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits a call by the first kind of call that recognises it. */
export function visitCallExpression(node: ts.CallExpression, context: RowContext): Value | undefined {
  for (const visit of callKinds) {
    const call = visit(node, context);
    if (call) return call.value;
  }
  return unsupported(node, context);
}

/** Visits calls of one kind. Returns undefined for other calls; the value of a call is undefined if an error was reported. */
type CallKind = (node: ts.CallExpression, context: RowContext) => { readonly value: Value | undefined } | undefined;

/** An entry of the table. `recognise` returns undefined for calls of other kinds, or what `visit` has to know of a call. */
function calls<Found>(
  recognise: (node: ts.CallExpression, context: RowContext) => Found | undefined,
  visit: (found: Found, node: ts.CallExpression, context: RowContext) => Value | undefined,
): CallKind {
  return (node, context) => {
    const found = recognise(node, context);
    return found === undefined ? undefined : { value: visit(found, node, context) };
  };
}

/** The kinds of calls, in the order in which they are asked. Names of functions come first: a receiver would be visited as a value. */
const callKinds: readonly CallKind[] = [
  calls(conversionCalled, callConversion),
  calls(exportedFunction, callExported),
  calls(builtInCalled, callIntrinsic),
  calls(functionCalled, callFunction),
  calls(textEncoded, encodeText),
  calls(typedFromCalled, typedFrom),
  calls(sharedFilledLength, constructFilled),
  calls(fromLength, constructFromLength),
  calls(propertiesListed, listedProperties),
  calls(isArrayCalled, testIsArray),
  calls(groupByCalled, groupBy),
  calls(filledLength, filledArray),
  calls(arrayFromCalled, arrayFrom),
  calls(stringStaticCalled, callStringStatic),
  calls(patternCalled, callOfPattern),
  calls(constantCalled, callOfConstant),
  calls(receiverCalled, callOfReceiver),
];

/** Recognises a call of a method of constants, unless the constant array must be computed for it. */
function constantCalled(
  node: ts.CallExpression,
  context: RowContext,
): Expression | SimpleReceiver | 'reported' | undefined {
  return isComputedCall(unwrap(node.expression), context) ? undefined : callConstant(node, context);
}

function callOfConstant(
  found: Expression | SimpleReceiver | 'reported',
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  if (found === 'reported') return undefined;
  return 'simple' in found ? callMethod(found.simple, node, context) : found;
}

/** Recognises a call of a method of anything but a global, and returns its receiver. */
function receiverCalled(node: ts.CallExpression, context: RowContext): ts.Expression | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { expression } = callee;
  const isGlobal =
    ts.isIdentifier(expression) &&
    !context.names.bindingOf(expression) &&
    isAmbient(expression, context.program.checker);
  return isGlobal ? undefined : expression;
}

function callOfReceiver(receiver: ts.Expression, node: ts.CallExpression, context: RowContext): Value | undefined {
  const object = context.visit.value(receiver);
  return object && callMethod(requirePresent(object, context), node, context);
}

type MethodVisitor<Receiver> = (
  receiver: Receiver,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
) => Value | undefined;

/** An entry for a value that has no parts. The arguments, which are evaluated later, do not change it. */
function methodsOf(
  visit: (receiver: Expression, node: ts.CallExpression, name: ts.MemberName, context: RowContext) => Value | undefined,
): MethodVisitor<Expression> {
  return (receiver, node, { name }, context) => visit(keepFrom(receiver, node.arguments, context), node, name, context);
}

/** Methods of values of the row, by their types. */
const methodsByType: Readonly<Record<Core['kind'], MethodVisitor<Expression>>> = {
  array: callOfArray,
  bigint: methodsOf(callNumberMethod),
  boolean: methodsOf(callNumberMethod),
  reference: callOfReference,
  match: methodsOf((receiver, _, name, context) => unknownMember(receiver, name, context)),
  nothing: methodsOf((receiver, _, name, context) => unknownMember(receiver, name, context)),
  number: methodsOf(callNumberMethod),
  string: methodsOf(callStringMethod),
  variant: (receiver, node, _, context) => ofEachKind(receiver, (one) => callMethod(one, node, context), node, context),
};

type Composite = Exclude<Value, Expression>;

/** Methods of values that exist only while they are compiled, by their kinds. */
const methodsByKind: { readonly [Kind in Composite['kind']]: MethodVisitor<Extract<Composite, { kind: Kind }>> } = {
  constant: callProperty,
  date: ({ time }, node, { name }, context) => callDateMethod(time, node, name, context),
  function: callProperty,
  iterator: callOfIterator,
  object: callProperty,
  optional: callProperty,
  records: callOfArray,
  row: callProperty,
  tuple: (receiver, node, callee, context) =>
    isPatternArrayCall(receiver, callee.name.text)
      ? callOfPatternArray(receiver, node, callee.name.text, context)
      : callOfArray(receiver, node, callee, context),
};

function callMethod(receiver: Value, node: ts.CallExpression, context: RowContext): Value | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return unsupported(node, context);
  const value = expanded(receiver);
  if (isExpression(value)) return methodsByType[value.type.core.kind](value, node, callee, context);
  // The table is looked up by the kind of the value, which is that of the visitor's parameter.
  const visit = methodsByKind[value.kind] as MethodVisitor<Composite>;
  return visit(value, node, callee, context);
}
