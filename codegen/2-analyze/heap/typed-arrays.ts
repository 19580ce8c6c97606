import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { convert, literal, logical, onePiece, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access } from '../../ir/heap/access.js';
import { call } from '../../ir/intrinsics/call.js';
import { doubleType, type HeapClass, mayBeAbsent } from '../../ir/type.js';
import { arrayFrom } from '../arrays/from.js';
import { globalPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { visitArguments } from '../functions/functions.js';
import { unsupported } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';
import { elementsOf, heldBy, newObject } from './allocate.js';
import { walkIterable } from './iterable.js';
import { classAt, run } from './perform.js';

/** Compiles `new Uint8Array(length)` and `new Int32Array(values)`. */
export function constructTyped(
  to: HeapClass,
  node: ts.NewExpression | ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [source, ...others] = node.arguments ?? [];
  if (others.length > 0) return unsupported(node, context);
  const given = source ? context.visit.value(source) : literal(0);
  if (!given) return undefined;
  const isLength = isExpression(given) && given.type.core.kind === 'number';
  if (isLength && mayBeAbsent(given.type)) return unsupported(node, context);
  const length = isLength ? keepExpression(typedLength(given), 'length', context) : undefined;
  const array = newObject(to, context);
  if (length) {
    run(access('extend', to, array, length, convert(literal(0), doubleType)), context);
    return array;
  }
  return source && pushAll(given, { array, to, source, node }, context);
}

/** A typed array that gets the elements of what an expression gives. */
interface Filling {
  readonly array: Expression;
  readonly to: HeapClass;
  readonly source: ts.Expression;
  readonly node: ts.Expression;
}

/** Returns the array with the elements of a value that can be iterated. */
export function pushAll(
  given: Value,
  { array, to, source, node }: Filling,
  context: RowContext,
): Expression | undefined {
  const added = walkIterable(given, (value) => push(value, array, to, node, context), source, context);
  if (!added) return unsupported(node, context);
  context.effects.push(...added);
  return array;
}

function push(value: Value, array: Expression, to: HeapClass, node: ts.Node, context: RowContext): undefined {
  const held = heldBy(value, elementsOf(to), node, context);
  if (held) run(access('push', to, array, held), context);
  return undefined;
}

/** A call that makes a typed array. */
interface TypedFrom {
  readonly to: HeapClass;
  readonly method: string;
}

/** Recognises `Uint16Array.from(values)` and `Uint16Array.of(1, 2)`. */
export function typedFromCalled(node: ts.CallExpression, context: RowContext): TypedFrom | undefined {
  const [object, method] = globalPath(node.expression, context)?.split('.') ?? [];
  if (!object?.endsWith('Array') || (method !== 'from' && method !== 'of')) return undefined;
  const to = classAt(node, context);
  return to?.typed && { to, method };
}

export function typedFrom(
  { to, method }: TypedFrom,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [source] = node.arguments;
  if (method === 'from') {
    const given = arrayFrom(node.arguments, node, context);
    return given && source && pushAll(given, { array: newObject(to, context), to, source, node }, context);
  }
  const args = visitArguments(node, context);
  if (!args || args.tail) return args && unsupported(node, context);
  const array = newObject(to, context);
  for (const value of args.values) push(value, array, to, node, context);
  return array;
}

/** Returns the length that a number stands for (ECMA-262 7.1.22): without its fraction, and 0 for NaN. */
function typedLength(given: Expression): Expression {
  return logical('||', call('Math.trunc', given), literal(0)) ?? given;
}

/** Recognises `new TextEncoder().encode(text)`. */
export function textEncoded(node: ts.CallExpression, context: RowContext): HeapClass | undefined {
  const callee = unwrap(node.expression);
  if (!context.heap || !ts.isPropertyAccessExpression(callee) || callee.name.text !== 'encode') return undefined;
  const encoder = unwrap(callee.expression);
  if (!ts.isNewExpression(encoder) || !ts.isIdentifier(encoder.expression)) return undefined;
  const isEncoder = encoder.expression.text === 'TextEncoder' && isAmbient(encoder.expression, context.program.checker);
  return isEncoder && node.arguments.length === 1 ? classAt(node, context) : undefined;
}

/** Compiles the bytes of a text in UTF-8, where lone surrogates are U+FFFD. */
export function encodeText(to: HeapClass, node: ts.CallExpression, context: RowContext): Expression | undefined {
  const [given] = node.arguments;
  const text = given && context.visit.expression(given);
  if (!text) return undefined;
  const kept = keepExpression(onePiece(toText(text)), 'text', context);
  const array = newObject(to, context);
  run(access('encode', to, array, kept), context);
  return array;
}
