import { isAmbient } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { compare, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access } from '../../ir/heap/access.js';
import type { Statement } from '../../ir/statement.js';
import { type HeapClass, mayBeAbsent, undefinedType } from '../../ir/type.js';
import { callbackOf } from '../arrays/callback.js';
import { filledLength, lengthProperty } from '../arrays/filled.js';
import { advance } from '../arrays/walk.js';
import { globalPath } from '../constants/global-path.js';
import { joinFlows } from '../context/flow.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { keepExpression, sequence } from '../effects/effects.js';
import { unsupported } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';
import { elementsOf, heldBy, keysOf, newObject } from './allocate.js';
import { walkIterable } from './iterable.js';
import { declarePlace } from './iterate.js';
import { partsOfPair } from './pairs.js';
import { classAt, run } from './perform.js';
import { constructTyped } from './typed-arrays.js';

/** Returns the class of a `new Map`, `new Set` or `new Array`, or of a call of `Array`. Undefined for any other node. */
export function constructed(node: ts.NewExpression | ts.CallExpression, context: RowContext): HeapClass | undefined {
  const { expression } = node;
  if (!ts.isIdentifier(expression) || context.names.bindingOf(expression)) return undefined;
  const isKnown = /^(Map|Set|Array|(Int|Uint)(8|16|32)Array|Float(32|64)Array)$/.test(expression.text);
  const isNew = ts.isNewExpression(node) || expression.text === 'Array';
  return isKnown && isNew && isAmbient(expression, context.program.checker) ? classAt(node, context) : undefined;
}

/** Compiles `new Map(pairs)`, `new Set(values)`, `new Array(length)` and the like to a new object. */
export function construct(
  to: HeapClass,
  node: ts.NewExpression | ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [source, ...others] = node.arguments ?? [];
  if (to.typed) return constructTyped(to, node, context);
  if (to.kind === 'array') return constructArray(to, node, context);
  if (others.length > 0) return unsupported(node, context);
  const given = source && context.visit.value(source);
  if (source && !given) return undefined;
  const isNothing = !given || (isExpression(given) && given.type.core.kind === 'nothing');
  const object = newObject(to, context);
  if (isNothing || !source) return object;
  const added = walkIterable(given, (value) => addTo(object, to, value, source, context), source, context);
  if (!added) return unsupported(source, context);
  context.effects.push(...added);
  return object;
}

function addTo(object: Expression, to: HeapClass, value: Value, node: ts.Node, context: RowContext): undefined {
  if (to.key.core.kind === 'reference') context.copies.noteIdentity(to.key.core.to);
  if (to.kind === 'set') {
    const key = heldBy(value, keysOf(to), node, context);
    if (key) run(access('add', to, object, key), context);
    return undefined;
  }
  const [first, second] = partsOfPair(value, context) ?? [];
  if (!first || !second) return unsupported(node, context);
  const key = heldBy(first, keysOf(to), node, context);
  const held = heldBy(second, elementsOf(to), node, context);
  if (key && held) run(access('set', to, object, key, held), context);
  return undefined;
}

/** `new Array(a, b)`, `new Array()`, or `new Array(length)`, whose elements are undefined. */
function constructArray(
  to: HeapClass,
  node: ts.NewExpression | ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const args = node.arguments ?? [];
  const [only] = args;
  if (args.length === 1 && only) {
    const length = context.visit.expression(only);
    if (!length) return undefined;
    const isLength = length.type.core.kind === 'number' && !mayBeAbsent(length.type);
    to.holdElement(undefinedType);
    to.noteHoles();
    return isLength
      ? extended(to, length, heldBy(literal(undefined), elementsOf(to), node, context), context)
      : unsupported(node, context);
  }
  const held = args.map((arg) => {
    const value = context.visit.value(arg);
    return value && heldBy(value, elementsOf(to), arg, context);
  });
  const array = newObject(to, context);
  for (const value of held) if (value) run(access('push', to, array, value), context);
  return array;
}

/** Recognises `new Array(n).fill(x)` in a row function whose arrays have identity. */
export function sharedFilledLength(
  node: ts.CallExpression,
  context: RowContext,
): { readonly length: ts.Expression; readonly to: HeapClass } | undefined {
  const to = context.heap && classAt(node, context);
  const length = to && filledLength(node, context);
  return to && length ? { length, to } : undefined;
}

/** Compiles `new Array(n).fill(x)`. All places hold the same value. */
export function constructFilled(
  { length, to }: { readonly length: ts.Expression; readonly to: HeapClass },
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [given] = node.arguments;
  const count = context.visit.expression(length);
  const kept = count && keepExpression(count, 'length', context);
  const value = given && context.visit.value(given);
  const held = value && heldBy(value, elementsOf(to), given, context);
  if (!kept || !held) return undefined;
  if (kept.type.core.kind !== 'number' || mayBeAbsent(kept.type))
    return context.refuse(length, {
      construct: 'A length of an array that may be missing, or no number,',
      reason: 'JavaScript makes an array of one element of anything but a number.',
      advice: 'Give a default: `new Array(size ?? 0).fill(0)`.',
    });
  return extended(to, kept, held, context);
}

function extended(
  to: HeapClass,
  length: Expression,
  value: Expression | undefined,
  context: RowContext,
): Expression | undefined {
  if (!value) return undefined;
  const array = newObject(to, context);
  run(access('extend', to, array, length, value), context);
  return array;
}

/** Recognises `Array.from({ length: n }, f)`. */
export function fromLength(node: ts.CallExpression, context: RowContext): HeapClass | undefined {
  const [source, callback] = node.arguments;
  if (!context.heap || !source || !callback || !lengthProperty(source)) return undefined;
  return globalPath(node.expression, context) === 'Array.from' ? classAt(node, context) : undefined;
}

/** Compiles `Array.from({ length: n }, f)` to a loop that appends. */
export function constructFromLength(
  to: HeapClass,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [source, given] = node.arguments;
  const length = source && lengthProperty(source);
  const visited = length && context.visit.expression(length);
  const callback = visited && given && callbackOf(given, context);
  if (!callback) return undefined;
  if (visited.type.core.kind !== 'number' || mayBeAbsent(visited.type)) return unsupported(node, context);
  const count = keepExpression(visited, 'length', context);
  const array = newObject(to, context);
  run(access('reserve', to, array, count), context);
  const { line } = context.effects;
  const { id, place } = declarePlace(context, line);
  const { start, body } = untilStable(context, () => {
    const start = context.flow;
    context.jumps.push(jumpTarget('loop', node));
    const { before } = context.effects.collect(() => {
      const value = callback.call([literal(undefined), place], node);
      const held = value && heldBy(value, elementsOf(to), node, context);
      if (held) run(access('push', to, array, held), context);
    });
    context.jumps.pop();
    const update: readonly Statement[] = context.flow ? [advance(id, 1, line)] : [];
    return { result: { start, body: sequence(before, update) }, back: context.flow };
  });
  context.flow = joinFlows(start, undefined);
  const test = compare('<', place, count);
  context.effects.push({ kind: 'loop', test, bodyFirst: false, body, update: [], counted: false, line });
  return array;
}
