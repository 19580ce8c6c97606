import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { HeapClass } from '../../ir/type.js';
import { chosenArray, likeRecords } from '../arrays/chosen-array.js';
import { expanded } from '../constants/values.js';
import { joinFlows, narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { type Branch, isConstant, sequence, visitBranch } from '../effects/effects.js';
import { areOfDifferentKinds, classesAt } from '../heap/classes-at.js';
import { classOfValue, isReference } from '../heap/perform.js';
import { isExpression, type ObjectValue, type Value } from '../values/value.js';
import { Joined } from './joined.js';
import { withSharedParts } from './missing-parts.js';

/** Returns the value of one of two branches. The side effects of each branch run only if the test chooses it. */
export function choose(
  test: Expression,
  whenTrue: Branch,
  whenFalse: Branch,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const { line } = context.effects;
  // A branch that never completes gives no value.
  if (!whenTrue.flow || !whenFalse.flow) {
    const ends = whenTrue.flow ? whenFalse : whenTrue;
    const goesOn = whenTrue.flow ? whenTrue : whenFalse;
    const branches = whenTrue.flow
      ? { whenTrue: [], whenFalse: ends.before }
      : { whenTrue: ends.before, whenFalse: [] };
    context.effects.push({ kind: 'if', test, ...branches, line }, ...goesOn.before);
    context.flow = goesOn.flow;
    return goesOn.value ?? (whenTrue.flow || whenFalse.flow ? undefined : literal(undefined));
  }
  const values = [
    withSharedParts(whenTrue.value, whenFalse.value),
    withSharedParts(whenFalse.value, whenTrue.value),
  ] as const;
  const shared = sharedClasses(values, node, context);
  const array = shared.length > 0 ? undefined : chosenArray(values, node, context);
  const joined = new Joined('chosen', node, context, array, shared);
  const like = (value: Value | undefined, other: Value | undefined) =>
    array ? value : likeRecords(value, other, context);
  // A constant object beside another object is expanded; two constants stay indices into tables.
  const isMixed = shared.length === 0 && isConstant(whenTrue.value) !== isConstant(whenFalse.value);
  const end = ({ before, flow }: Branch, value: Value | undefined) =>
    context.knowledge.withFlow(flow, () =>
      sequence(before, joined.assign(value && isMixed ? expanded(value) : value, line)),
    );
  const first = end(whenTrue, like(values[0], values[1]));
  const second = end(whenFalse, like(values[1], values[0]));
  context.effects.push(...joined.declarations(line), {
    kind: 'if',
    test,
    whenTrue: first.result,
    whenFalse: second.result,
    line,
  });
  context.flow = joinFlows(first.flow, second.flow);
  return joined.read();
}

/** Returns the value of one of two branches: what the test proves holds in them. */
export function chooseBy(
  test: Expression,
  visitTrue: () => Value | undefined,
  visitFalse: () => Value | undefined,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const { flow } = context;
  if (!flow) return undefined;
  const whenTrue = visitBranch(narrow(flow, test, true), visitTrue, context);
  const whenFalse = visitBranch(narrow(flow, test, false), visitFalse, context);
  return choose(test, whenTrue, whenFalse, node, context);
}

/** Returns the classes of two values of which one is an object in the row's memory, or which only objects there can be. */
function sharedClasses(
  values: readonly [Value | undefined, Value | undefined],
  node: ts.Node,
  context: RowContext,
): readonly HeapClass[] {
  const [first, second] = values;
  const areDifferent = first !== undefined && second !== undefined && areOfDifferentKinds(first, second);
  if (!values.some(isReference) && !areRecords(values) && !areDifferent) return [];
  const ofValues = values.flatMap((value) => classOfValue(value) ?? []);
  return [...classesAt(node, context), ...ofValues];
}

/** True for objects with different properties, which objects in the row's memory may have. */
function areRecords([first, second]: readonly [Value | undefined, Value | undefined]): boolean {
  if (!first || !second || isExpression(first) || isExpression(second)) return false;
  if (first.kind !== 'object' || second.kind !== 'object') return false;
  const names = (value: ObjectValue) => [...value.properties.keys()].sort().join();
  return names(first) !== names(second);
}
