import { ts } from '../../1-parse/syntax/ts.js';
import { require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { isBytes } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { visitArguments } from '../functions/functions.js';
import { viewOf } from '../heap/as-value.js';
import { changedCopy, isCopying, iteratorOverCopy } from '../heap/methods/array-copies.js';
import { classOfValue, isReference } from '../heap/perform.js';
import { callOfRecords } from '../objects/calls.js';
import { recordsOf } from '../objects/records.js';
import { unsupported, unsupportedValue } from '../refusals/unsupported.js';
import { visitArguments as visitExpressions } from '../strings/methods.js';
import { isExpression, type RecordsValue, type TupleValue, type Value } from '../values/value.js';
import { callbackMethods, callWithCallback } from './callbacks.js';
import { changeArray, isChangingMethod, rearrange } from './changes.js';
import { flattened } from './flatten.js';
import { literalArray } from './literal-array.js';
import { callArrayMethod, knownBytesMethods, unknownBytesMember } from './methods.js';
import { sortedBy } from './sort.js';
import { joinTuple } from './tuples/join-tuple.js';
import { mapTuple } from './tuples/map-tuple.js';
import { likeArray } from './values.js';

/** Returns a literal of objects as records; the declared type of an empty literal says what its elements are. */
function literalRecords({ elements }: TupleValue, node: ts.Expression, context: RowContext): RecordsValue | undefined {
  if (elements.length === 0) return recordsOf([], context.program.checker.getTypeAtLocation(node), context);
  return elements.every(isExpression) ? undefined : recordsOf(elements, undefined, context);
}

/** Returns the result of an array method. A receiver that is a literal becomes a computed array first. */
export function callOfArray(
  receiver: Expression | TupleValue | RecordsValue,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const { name } = callee;
  // The copy is an array in the row's memory, like others that change.
  if (context.heap && isCopying(name.text)) return changedCopy(receiver, node, callee, context);
  const iterator = context.heap && iteratorOverCopy(receiver, node, callee, context);
  if (iterator) return iterator.value;
  if (!isExpression(receiver)) {
    const whole =
      receiver.kind === 'tuple'
        ? (joinTuple(receiver, node, name, context) ?? mapTuple(receiver, node, name, context))
        : undefined;
    if (whole) return whole.value;
    const records = receiver.kind === 'records' ? receiver : literalRecords(receiver, callee.expression, context);
    if (records) return callOfRecords(records, node, callee, context);
    if (receiver.kind === 'records') return undefined;
  }
  // The declared type is the only source for the element type of an empty literal.
  const declared = ts.isIdentifier(callee.expression) ? callee.expression : undefined;
  const given = isExpression(receiver)
    ? receiver
    : literalArray(receiver.elements, receiver.elements.length === 0 ? declared : undefined, node, context);
  if (!given) return undefined;
  const array = require(given);
  if (isBytes(array.type) && !knownBytesMethods.includes(name.text)) return unknownBytesMember(name, context);
  if (isChangingMethod(name.text)) {
    const args = visitArguments(node, context);
    return args && changeArray(node, callee, args, context);
  }
  if (name.text === 'sort' || name.text === 'reverse') return rearrange(array, node, callee, context);
  if (callbackMethods.includes(name.text)) return callWithCallback(array, name.text, node, context);
  if (name.text === 'flat') return flattened(array, node, context);
  if (name.text === 'toSorted' && node.arguments[0]) return sortedBy(array, node.arguments[0], node, context);
  const args = name.text === 'concat' ? arraysOf(array, node, context) : visitExpressions(node, context);
  return args && callArrayMethod(array, name, args, node, context);
}

/** Returns the arguments of `concat`; array literals among them become arrays of the receiver's type. */
function arraysOf(array: Expression, node: ts.CallExpression, context: RowContext): readonly Expression[] | undefined {
  const args = visitArguments(node, context);
  if (!args || args.tail) return args && unsupported(node, context);
  const values = args.values.map((value) => {
    const to = classOfValue(value);
    if (to?.typed || (isExpression(value) && isBytes(value.type))) return refuseTyped(node, context);
    if (to?.kind === 'array' && isReference(value)) return viewOf(value, to, context);
    const like = likeArray(value, array.type, context);
    return isExpression(like) ? like : unsupportedValue(like, node, context);
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** JavaScript adds a typed array as one element, though its type allows it (ECMA-262 23.1.3.2.1). */
function refuseTyped(node: ts.CallExpression, context: RowContext): undefined {
  return context.refuse(node, {
    construct: '`concat` with a typed array',
    reason: 'It would add the typed array as one element, not its elements.',
    advice: 'Spread it: `[...numbers, ...bytes]`.',
  });
}

/** Methods that turn a constant array into a computed one. */
const computed: ReadonlySet<string> = new Set([
  ...callbackMethods,
  ...['join', 'slice', 'concat', 'sort', 'reverse', 'toSorted', 'toReversed', 'toString', 'flat'],
]);

/** True if a callee is a method that needs a computed array, even where the receiver is constant. */
export function isComputedCall(callee: ts.Expression, { program: { checker } }: RowContext): boolean {
  if (!ts.isPropertyAccessExpression(callee) || !computed.has(callee.name.text)) return false;
  const type = checker.getTypeAtLocation(callee.expression);
  return checker.isArrayType(type) || checker.isTupleType(type);
}
