import type { ts } from '../../../1-parse/syntax/ts.js';
import { compare, literal, not, read } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import type { Statement } from '../../../ir/statement.js';
import { booleanType, type HeapClass } from '../../../ir/type.js';
import type { RowContext } from '../../context/row-context.js';
import { unsupported } from '../../refusals/unsupported.js';
import { isExpression, type Value } from '../../values/value.js';
import { heldBy, keysOf, newObject } from '../allocate.js';
import { classesOfType } from '../classes-at.js';
import { walkIterator } from '../iterate.js';
import { classAt, classOfValue, isReference, perform, requireObject, run } from '../perform.js';

/** A set, or a map, of which the keys count. */
interface Keys {
  readonly object: Expression;
  readonly to: HeapClass;
}

interface Call {
  readonly own: Keys;
  readonly other: Keys;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
}

const operations: ReadonlyMap<string, (call: Call) => Expression | undefined> = new Map([
  ['union', union],
  ['intersection', intersection],
  ['difference', difference],
  ['symmetricDifference', symmetricDifference],
  ['isSubsetOf', ({ own, other, node, context }: Call) => isPart(own, other, node, context)],
  ['isSupersetOf', ({ own, other, node, context }: Call) => isPart(other, own, node, context)],
  ['isDisjointFrom', isDisjoint],
]);

export const setOperations: readonly string[] = [...operations.keys()];

/** Returns the result of a method that two sets take part in (ECMA-262 24.2.4). */
export function callOfSets(
  object: Expression,
  to: HeapClass,
  node: ts.CallExpression,
  name: string,
  context: RowContext,
): Value | undefined {
  const [given] = node.arguments;
  const value = given && context.visit.value(given);
  const other = classOfValue(value);
  if (!given || !value) return given ? undefined : unsupported(node, context);
  if (!isReference(value) || (other?.kind !== 'set' && other?.kind !== 'map'))
    return context.refuse(given, {
      construct: `A value of this kind for \`${name}\``,
      reason: 'It takes a `Set` or `Map` that the row function makes.',
      advice: 'Make a set of it: `new Set([...stopWords])`.',
    });
  context.reference.polyfilled.set(node, name as 'union');
  const keys = { object: requireObject(value, context), to: other };
  return operations.get(name)?.({ own: { object, to }, other: keys, node, context });
}

/** Goes through keys as JavaScript does. */
function each({ object, to }: Keys, visit: (key: Expression) => void, node: ts.Node, context: RowContext): void {
  const visitKey = (key: Value) => {
    if (isExpression(key)) visit(key);
    return undefined;
  };
  context.effects.push(...walkIterator({ kind: 'iterator', of: object, to, gives: 'keys' }, visitKey, node, context));
}

/** Tests that a key is among others. */
function isAmong(key: Expression, { object, to }: Keys, node: ts.Node, context: RowContext): Expression | undefined {
  for (const keys of classesOfType(to.key)) context.copies.noteIdentity(keys);
  const held = heldBy(key, keysOf(to), node, context);
  return held && perform(access('has', to, object, held), 'has', context);
}

/** Pushes statements that only run if a test holds. */
function pushIf(test: Expression | undefined, visit: () => void, context: RowContext): void {
  const { line } = context.effects;
  const { before } = context.effects.collect(visit);
  if (test) context.effects.push({ kind: 'if', test, whenTrue: before, whenFalse: [], line });
}

/** A new set, and the operations that fill it. */
function newSet({
  node,
  context,
}: Call): (Keys & { change(operation: 'add' | 'delete', key: Expression): void }) | undefined {
  const to = classAt(node, context);
  if (!to) return unsupported(node, context);
  const object = newObject(to, context);
  const change = (operation: 'add' | 'delete', key: Expression) => {
    const held = heldBy(key, keysOf(to), node, context);
    if (held) run(access(operation, to, object, held), context);
  };
  return { object, to, change };
}

function union(call: Call): Expression | undefined {
  const { own, other, node, context } = call;
  const result = newSet(call);
  if (!result) return undefined;
  for (const keys of [own, other]) each(keys, (key) => result.change('add', key), node, context);
  return result.object;
}

/** The keys of the smaller set give the order. */
function intersection(call: Call): Expression | undefined {
  const { own, other, node, context } = call;
  const result = newSet(call);
  if (!result) return undefined;
  const [ownSize, otherSize] = [own, other].map(({ object, to }) =>
    perform(access('size', to, object), 'size', context),
  );
  if (!ownSize || !otherSize) return undefined;
  const common = (keys: Keys, others: Keys) =>
    context.effects.collect(() =>
      each(
        keys,
        (key) => pushIf(isAmong(key, others, node, context), () => result.change('add', key), context),
        node,
        context,
      ),
    ).before;
  const { line } = context.effects;
  const test = compare('<=', ownSize, otherSize);
  context.effects.push({ kind: 'if', test, whenTrue: common(own, other), whenFalse: common(other, own), line });
  return result.object;
}

function difference(call: Call): Expression | undefined {
  const { own, other, node, context } = call;
  const result = newSet(call);
  if (!result) return undefined;
  const add = (key: Expression) => {
    const found = isAmong(key, other, node, context);
    pushIf(found && not(found), () => result.change('add', key), context);
  };
  each(own, add, node, context);
  return result.object;
}

function symmetricDifference(call: Call): Expression | undefined {
  const { own, other, node, context } = call;
  const result = newSet(call);
  if (!result) return undefined;
  each(own, (key) => result.change('add', key), node, context);
  const change = (key: Expression) => {
    const found = isAmong(key, own, node, context);
    if (!found) return;
    pushIf(found, () => result.change('delete', key), context);
    pushIf(not(found), () => result.change('add', key), context);
  };
  each(other, change, node, context);
  return result.object;
}

/** True if each key of one set is in another. */
function isPart(part: Keys, whole: Keys, node: ts.Node, context: RowContext): Expression {
  return everyKey(part, (key) => isAmong(key, whole, node, context), node, context);
}

function isDisjoint({ own, other, node, context }: Call): Expression {
  const isElsewhere = (key: Expression) => {
    const found = isAmong(key, other, node, context);
    return found && not(found);
  };
  return everyKey(own, isElsewhere, node, context);
}

function everyKey(
  keys: Keys,
  test: (key: Expression) => Expression | undefined,
  node: ts.Node,
  context: RowContext,
): Expression {
  const { line } = context.effects;
  const holds = context.variables.temporary('holds', booleanType, true);
  context.effects.push({ kind: 'declare', variable: holds, value: literal(true), line });
  const end: readonly Statement[] = [
    { kind: 'assign', variable: holds, value: literal(false), line },
    { kind: 'break', line },
  ];
  const visit = (key: Expression) => {
    const passes = test(key);
    if (passes) context.effects.push({ kind: 'if', test: not(passes), whenTrue: end, whenFalse: [], line });
  };
  each(keys, visit, node, context);
  return read(holds, booleanType);
}
