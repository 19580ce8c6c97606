import type { ts } from '../../../1-parse/syntax/ts.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import type { HeapClass } from '../../../ir/type.js';
import { type Callback, callbackOf } from '../../arrays/callback.js';
import { advance } from '../../arrays/walk.js';
import { chooseBy } from '../../choices/choose.js';
import { globalPath } from '../../constants/global-path.js';
import type { RowContext } from '../../context/row-context.js';
import { unsupported } from '../../refusals/unsupported.js';
import { isAbsent } from '../../values/logical-operator.js';
import { isExpression, type Value } from '../../values/value.js';
import { elementsOf, heldBy, keysOf, newObject } from '../allocate.js';
import { classesOfType } from '../classes-at.js';
import { walkIterable } from '../iterable.js';
import { declarePlace } from '../iterate.js';
import { keyText } from '../members.js';
import { classAt, perform, requireObject, run } from '../perform.js';

/** Recognises `Map.groupBy(values, key)` and `Object.groupBy(values, key)`, and returns the class of the groups. */
export function groupByCalled(node: ts.CallExpression, context: RowContext): HeapClass | undefined {
  const path = context.heap && globalPath(node.expression, context);
  const isKnown = path === 'Map.groupBy' || path === 'Object.groupBy';
  return isKnown && node.arguments.length === 2 ? classAt(node, context) : undefined;
}

/** Compiles `groupBy`: the values of each key, in the order in which they are given (ECMA-262 24.1.2.1 and 20.1.2.13). */
export function groupBy(to: HeapClass, node: ts.CallExpression, context: RowContext): Expression | undefined {
  const [source, given] = node.arguments;
  const values = source && context.visit.value(source);
  const callback = values && given && callbackOf(given, context);
  const [group] = classesOfType(to.element);
  if (!callback) return undefined;
  if (group?.kind !== 'array' || (to.kind !== 'map' && to.kind !== 'dictionary')) return unsupported(node, context);
  context.reference.polyfilled.set(node, to.kind === 'map' ? 'groupBy' : 'groupIntoObject');
  const groups = newObject(to, context);
  const { id, place } = declarePlace(context, context.effects.line);
  const add = (value: Value): undefined => {
    addToGroup({ groups, to, group, callback, place }, value, node, context);
    context.effects.push(advance(id, 1, context.effects.line));
    return undefined;
  };
  const added = walkIterable(values, add, source, context);
  if (!added) return unsupported(source, context);
  context.effects.push(...added);
  return groups;
}

interface Grouping {
  readonly groups: Expression;
  readonly to: HeapClass;
  /** The class of the arrays. */
  readonly group: HeapClass;
  readonly callback: Callback;
  /** The number of values before this one. */
  readonly place: Expression;
}

function addToGroup(
  { groups, to, group, callback, place }: Grouping,
  value: Value,
  node: ts.CallExpression,
  context: RowContext,
): void {
  const key = callback.call([value, place], node);
  const held = key && heldKey(key, to, node, context);
  const element = held && heldBy(value, elementsOf(group), node, context);
  if (!held || !element || !context.flow) return;
  const found = perform(access('get', to, groups, held), 'group', context);
  const make = () => {
    const made = newObject(group, context);
    run(access('set', to, groups, held, made), context);
    return made;
  };
  const array = chooseBy(isAbsent(found), make, () => requireObject(found, context), node, context);
  if (array && isExpression(array)) run(access('push', group, array, element), context);
}

function heldKey(key: Value, to: HeapClass, node: ts.Node, context: RowContext): Expression | undefined {
  if (to.kind === 'map') {
    for (const keys of classesOfType(to.key)) context.copies.noteIdentity(keys);
    return heldBy(key, keysOf(to), node, context);
  }
  return isExpression(key) ? keyText(key, context) : unsupported(node, context);
}
