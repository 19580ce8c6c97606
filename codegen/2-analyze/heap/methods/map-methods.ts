import { ts } from '../../../1-parse/syntax/ts.js';
import { literal } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import type { HeapClass } from '../../../ir/type.js';
import { callbackOf } from '../../arrays/callback.js';
import type { RowContext } from '../../context/row-context.js';
import { inOrder } from '../../effects/effects.js';
import { reportMember } from '../../refusals/unknown-members.js';
import { unsupported } from '../../refusals/unsupported.js';
import { isExpression, type Value } from '../../values/value.js';
import { elementsOf, heldBy, keysOf } from '../allocate.js';
import { walkIterator } from '../iterate.js';
import { perform, run } from '../perform.js';
import { callOfSets, setOperations } from './set-algebra.js';

/** A call of a method of a `Map` or `Set`. */
interface MapMethodCall {
  readonly map: Expression;
  readonly to: HeapClass;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
}

type Method = (call: MapMethodCall) => Value | undefined;

const common: readonly (readonly [string, Method])[] = [
  ['has', (call) => lookUp(call, 'has')],
  ['delete', (call) => lookUp(call, 'delete')],
  ['clear', clear],
  ['forEach', forEach],
  ['keys', (call) => iterator(call, 'keys')],
  ['values', (call) => iterator(call, 'values')],
  ['entries', (call) => iterator(call, 'entries')],
];

const mapMethods: ReadonlyMap<string, Method> = new Map([
  ...common,
  ['get', (call) => lookUp(call, 'get')],
  ['set', set],
]);
const setMethods: ReadonlyMap<string, Method> = new Map([...common, ['add', add]]);

const changing: ReadonlySet<string> = new Set(['set', 'add', 'delete', 'clear']);

/** Returns the result of a method of a `Map` or `Set`. */
export function callOfMap(
  map: Expression,
  to: HeapClass,
  node: ts.CallExpression,
  { name }: ts.PropertyAccessExpression,
  context: RowContext,
): Value | undefined {
  const methods = to.kind === 'map' ? mapMethods : setMethods;
  const method = methods.get(name.text);
  if (changing.has(name.text)) context.copies.noteIdentity(to);
  if (method) return method({ map, to, node, context });
  const isOfSets = to.kind === 'set' && setOperations.includes(name.text) && !ts.isOptionalChain(node);
  if (isOfSets) return callOfSets(map, to, node, name.text, context);
  const type = to.kind === 'map' ? 'A Map' : 'A Set';
  return reportMember(
    { type, known: [...methods.keys(), ...(to.kind === 'set' ? setOperations : []), 'size'].sort() },
    name.text,
    name,
    context,
  );
}

function keyOf({ to, node, context }: MapMethodCall): Expression | undefined {
  noteKeys(to, context);
  const [given] = node.arguments;
  const value = given ? context.visit.value(given) : literal(undefined);
  return value && heldBy(value, keysOf(to), given ?? node, context);
}

function noteKeys({ key: { core } }: HeapClass, context: RowContext): void {
  if (core.kind === 'reference') context.copies.noteIdentity(core.to);
}

function lookUp(call: MapMethodCall, operation: 'get' | 'has' | 'delete'): Value | undefined {
  const key = keyOf(call);
  return key && perform(access(operation, call.to, call.map, key), operation === 'get' ? 'found' : 'has', call.context);
}

function set({ map, to, node, context }: MapMethodCall): Value | undefined {
  const [keyNode, valueNode] = node.arguments;
  if (!keyNode || !valueNode) return unsupported(node, context);
  noteKeys(to, context);
  const [key, value] = inOrder<Value>(
    [keyNode, valueNode].map((one) => () => context.visit.value(one)),
    context,
  );
  const heldKey = key && heldBy(key, keysOf(to), keyNode, context);
  const heldValue = value && heldBy(value, elementsOf(to), valueNode, context);
  if (!heldKey || !heldValue) return undefined;
  run(access('set', to, map, heldKey, heldValue), context);
  return map;
}

function add(call: MapMethodCall): Value | undefined {
  const key = keyOf(call);
  if (!key) return undefined;
  run(access('add', call.to, call.map, key), call.context);
  return call.map;
}

function clear({ map, to, context }: MapMethodCall): Value {
  run(access('clear', to, map), context);
  return literal(undefined);
}

function iterator({ map, to }: MapMethodCall, gives: 'keys' | 'values' | 'entries'): Value {
  return { kind: 'iterator', of: map, to, gives };
}

function forEach({ map, to, node, context }: MapMethodCall): Value | undefined {
  const [given] = node.arguments;
  const callback = given && callbackOf(given, context);
  if (!callback) return given ? undefined : unsupported(node, context);
  const visit = (entry: Value) => {
    const [key, value] = !isExpression(entry) && entry.kind === 'tuple' ? entry.elements : [];
    if (key && value) callback.call([value, key, map], node);
    return undefined;
  };
  context.effects.push(...walkIterator({ kind: 'iterator', of: map, to, gives: 'entries' }, visit, node, context));
  return literal(undefined);
}
