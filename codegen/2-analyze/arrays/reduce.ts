/** Compiles `reduce` and `reduceRight`. Variables carry the accumulator from step to step. */
import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { arrayCall, elementType, newArray } from '../../ir/arrays.js';
import { convert, equal, literal, onePiece, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { doubleType, int128Type, joinKinds, mayBeAbsent, referenceType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { readSlots } from '../choices/read-slots.js';
import { reportCopy, reportShapes } from '../choices/reported-shapes.js';
import type { RowContext } from '../context/row-context.js';
import { keep, readsAny } from '../effects/effects.js';
import { lasting } from '../effects/stored-value.js';
import { asReference } from '../heap/allocate.js';
import { classAt } from '../heap/perform.js';
import { firstArray, keepArrays, mapArrays, recordAt } from '../objects/records.js';
import { elementOf, elementOfType } from '../syntax/declared-type.js';
import { describeValue } from '../values/described-values.js';
import { declareSlots, pairSlots, type Slots } from '../values/slots.js';
import { isUnshared } from '../values/unshared.js';
import { isExpression, isHeld, type Value } from '../values/value.js';
import type { ArrayLoop, ArraySource } from './loop.js';
import { likeArray } from './values.js';

export function reduced(loop: ArrayLoop, step: 1 | -1): Value | undefined {
  const { context, line } = loop;
  const [start] = loop.rest;
  // Without a start value, the length and the first element are read before the loop, so the array is kept.
  const source = start || isLazy(loop.source) ? loop.source : keepArrays(loop.source, context);
  const given = start ? loop.callback.visitOther(start) : firstElement(source, step, context);
  const initial = given && (startInMemory(given, loop) ?? arrayThatGrows(given, loop));
  if (!initial) return undefined;
  if (isHeld(initial, 'changed')) return reportCopy(start ?? loop.node, context);
  const slots = declareSlots(initial, 'reduced', 'constant', (leaf, name) => {
    const value = carried(leaf, context);
    const id = context.variables.temporary(name, typeAfter(value, loop), true);
    context.effects.push({ kind: 'declare', variable: id, value, line });
    return { kind: 'variable', id };
  });
  const statements = loop.walk(
    (element, index) => {
      const value = loop.callback.call([readSlots(slots, context), element, index, loop.source], loop.node);
      if (value && context.flow) carry(slots, value, loop);
      return undefined;
    },
    {
      source: start ? source : withoutFirst(source, step),
      step,
      counts: loop.callback.arity > 2,
      skipped: start ? 0 : 1,
    },
  );
  loop.push(statements.map((statement) => withCarried(statement, slots)));
  return readSlots(slots, context);
}

/** Names the accumulator in the loop's origin if it is a single variable. */
function withCarried(statement: Statement, slots: Slots): Statement {
  if (statement.kind !== 'for-of' || !statement.origin || slots.kind !== 'variable') return statement;
  return { ...statement, origin: { ...statement.origin, assigned: [{ variable: slots.id, name: 'reduced' }] } };
}

/** Assigns the result of a step to the variables that the next step reads. */
function carry(slots: Slots, given: Value, { node, context, line }: ArrayLoop): void {
  const value = slots.kind === 'variable' ? likeStart(given, slots.id, node, context) : given;
  const pairs = pairSlots(slots, value);
  if (!pairs) {
    reportShapes(node, context);
    return;
  }
  // With several variables, the first is assigned before the last is read, so the values are kept first.
  const ids = new Set(pairs.map(({ id }) => id));
  const kept = ids.size > 1 && readsAny(value, ids) ? pairSlots(slots, keep(value, context)) : pairs;
  for (const { id, leaf } of kept ?? []) {
    const next = carried(leaf, context);
    const before = context.variables.storedType(id);
    if (!context.variables.widen(id, next.type)) {
      const types = { left: describeValue(before), right: describeValue(leaf.type) };
      context.report(node, (span) => mixedTypes(span, types));
      return;
    }
    context.effects.push({ kind: 'assign', variable: id, value: next, line });
  }
}

/** Returns a start value as an object in the row's memory, if the result is one: `{}` that becomes a dictionary. */
function startInMemory(value: Value, { node, context }: ArrayLoop): Value | undefined {
  const to = context.heap && isUnshared(value) ? classAt(node, context) : undefined;
  return to && asReference(value, to, node, context);
}

/**
 * Returns the type of the accumulator. A start value of null or undefined says nothing of the values that follow, so the type of the
 * call does: `reduce<string | null>(…, null)`.
 */
function typeAfter({ type: start }: Expression, { node, context }: ArrayLoop): Type {
  if (start.core.kind !== 'nothing') return start;
  const { checker } = context.program;
  const to = classAt(node, context);
  const held = to ? referenceType(to) : elementOfType(checker.getTypeAtLocation(node), checker);
  return (held && joinKinds(start, held)) ?? start;
}

/** Returns the result of a step in the form of the accumulator. */
function likeStart(given: Value, id: VariableId, node: ts.Node, context: RowContext): Value {
  const type = context.variables.storedType(id);
  if (type.core.kind === 'reference')
    return (isUnshared(given) && asReference(given, type.core.to, node, context)) || given;
  return likeArray(given, type, context);
}

/** Returns a start value of `[]` as an array that grows, with the element type of the call's type. */
function arrayThatGrows(value: Value, { node, context }: ArrayLoop): Value {
  if (isExpression(value) || value.kind !== 'tuple' || value.elements.length > 0) return value;
  const { checker } = context.program;
  const element = elementOf(checker.getTypeAtLocation(node), checker);
  return (element && newArray([], element)) ?? value;
}

/** True for the pieces of a split string. They are searched for again on each iteration, because keeping them would take memory. */
function isLazy(source: ArraySource): boolean {
  return isExpression(source) && source.type.core.kind === 'array' && source.type.core.lazy === 'pieces';
}

/** Returns the first element, which is the start value if none is given. An empty array has none, and the row throws as in JavaScript. */
function firstElement(source: ArraySource, step: 1 | -1, context: RowContext): Value {
  const { line } = context.effects;
  const array = isExpression(source) ? source : firstArray(source);
  const length = arrayCall('length', array);
  context.effects.push({
    kind: 'if',
    test: equal(length, literal(0)),
    whenTrue: [{ kind: 'throw', line }],
    whenFalse: [],
    line,
  });
  if (!isExpression(source)) {
    return recordAt(source, step > 0 ? literal(0) : minusOne(length), context);
  }
  const first = arrayCall('at', source, literal(step > 0 ? 0 : -1));
  return mayBeAbsent(elementType(source.type)) ? first : require(first);
}

function minusOne(length: Expression): Expression {
  return { kind: 'arithmetic', operator: '-', left: length, right: literal(1), type: length.type };
}

function withoutFirst(source: ArraySource, step: 1 | -1): ArraySource {
  const cut = (array: Expression) =>
    step > 0 ? arrayCall('slice', array, literal(1)) : arrayCall('slice', array, literal(0), literal(-1));
  return isExpression(source) ? cut(source) : mapArrays(source, cut);
}

/** Returns a value in the form that the accumulator holds: numbers as doubles, bigints in 128 bits. */
function carried(value: Expression, context: RowContext): Expression {
  const { core } = value.type;
  if (core.kind === 'number') return convert(value, { ...value.type, core: doubleType.core });
  if (core.kind === 'bigint') return convert(value, { ...value.type, core: int128Type.core });
  return core.kind === 'string' ? lasting(onePiece(value), context) : value;
}
