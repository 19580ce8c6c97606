import type { ts } from '../../1-parse/syntax/ts.js';
import { compare, literal, not, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { access } from '../../ir/heap/access.js';
import type { Statement } from '../../ir/statement.js';
import { type HeapClass, intType } from '../../ir/type.js';
import { collect, stepsHere } from '../arrays/collected.js';
import { advance } from '../arrays/walk.js';
import { type Flow, joinFlows } from '../context/flow.js';
import { jumpTarget } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { keepExpression, sequence } from '../effects/effects.js';
import type { IteratorValue, Value } from '../values/value.js';
import { perform, requireObject } from './perform.js';

/** Returns the iterator that `for … of` takes of an object. Undefined if it has none. */
export function iteratorOf(object: Expression, to: HeapClass): IteratorValue | undefined {
  if (to.kind === 'map') return { kind: 'iterator', of: object, to, gives: 'entries' };
  if (to.kind === 'set') return { kind: 'iterator', of: object, to, gives: 'keys' };
  if (to.kind === 'array') return { kind: 'iterator', of: object, to, gives: 'values' };
  return undefined;
}

/** The statements of one step: they leave the loop at the end, and otherwise give a value. */
interface Step {
  /** Breaks the loop if nothing is left. */
  readonly stop: readonly Statement[];
  /** Reads the value and moves on. */
  readonly take: () => Value;
}

/**
 * Goes through an object as JavaScript does: what is added meanwhile comes at the end, and what is deleted meanwhile is not given. `place`
 * counts places.
 */
export function stepOf({ of, to, gives }: IteratorValue, place: Expression, line: number, context: RowContext): Step {
  const stopIf = (test: Expression): Statement => ({
    kind: 'if',
    test,
    whenTrue: [{ kind: 'break', line }],
    whenFalse: [],
    line,
  });
  const isArray = to.kind === 'array';
  const { result: at, before } = context.effects.collect(() =>
    isArray
      ? perform(access('length', to, of), 'length', context)
      : perform(access('next', to, of, place), 'at', context),
  );
  const stop = [...before, stopIf(isArray ? not(compare('<', place, at)) : compare('<', at, literal(0)))];
  const take = (): Value => {
    if (isArray) {
      const index = keepExpression(place, 'index', context);
      const element = gives === 'keys' ? index : perform(access('item', to, of, index), 'element', context);
      return gives === 'entries' ? { kind: 'tuple', elements: [index, element] } : element;
    }
    // The values of a set are its keys.
    const hasKey = gives !== 'values' || to.kind === 'set';
    const key = hasKey ? perform(access('key at', to, of, at), 'key', context) : undefined;
    if (to.kind === 'set' && key) return gives === 'entries' ? { kind: 'tuple', elements: [key, key] } : key;
    const value = gives === 'keys' ? undefined : perform(access('value at', to, of, at), 'value', context);
    return key && value ? { kind: 'tuple', elements: [key, value] } : (key ?? value ?? literal(undefined));
  };
  return { stop, take };
}

/** Declares the variable that counts the places of an iteration. */
export function declarePlace(context: RowContext, line: number): { readonly id: number; readonly place: Expression } {
  const id = context.variables.temporary('place', intType, true);
  context.effects.push({ kind: 'declare', variable: id, value: literal(0), line });
  return { id, place: read(id, intType) };
}

/** Returns the statement that moves an iteration behind the place that a step has taken. */
export function moveOn({ to }: IteratorValue, id: number, at: Expression | undefined, line: number): Statement {
  if (to.kind === 'array' || !at) return advance(id, 1, line);
  return {
    kind: 'assign',
    variable: id,
    value: { kind: 'arithmetic', operator: '+', left: at, right: literal(1), type: intType },
    line,
  };
}

/** Returns the statements of a loop over an iterator. `visit` returns the flow of a step that leaves the loop, if one does. */
export function walkIterator(
  given: IteratorValue,
  visit: (value: Value, index: Expression) => Flow | undefined,
  node: ts.Node,
  context: RowContext,
): readonly Statement[] {
  const { line } = context.effects;
  const iterator = { ...given, of: requireObject(given.of, context) };
  const { id, place } = declarePlace(context, line);
  const { start, after, body } = untilStable(context, () => {
    const start = context.flow;
    context.jumps.push(jumpTarget('loop', node));
    const { result: after, before } = context.effects.collect(() => {
      const { stop, take } = stepOf(iterator, place, line, context);
      context.effects.push(...stop);
      const value = take();
      context.effects.push(moveOn(iterator, id, placeTaken(stop), line));
      return visit(value, place);
    });
    context.jumps.pop();
    return { result: { body: sequence(before), start, after }, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  return [{ kind: 'loop', test: literal(true), bodyFirst: false, body, update: [], counted: false, line }];
}

/** Returns the place that the first statement of a step found. */
export function placeTaken([found]: readonly Statement[]): Expression | undefined {
  return found?.kind === 'declare' ? read(found.variable, intType) : undefined;
}

/** Returns all values of an iterator as an array, or as one array per part. */
export function collectIterator(iterator: IteratorValue, node: ts.Node, context: RowContext): Value | undefined {
  const steps = stepsHere((visit) => walkIterator(iterator, visit, node, context), node, context);
  return collect(steps, 'values', (value, _, add) => add(value));
}
