import { ts } from '../../1-parse/syntax/ts.js';
import { arithmetic, conditional, convert, equal, literal, not, read, truthy } from '../../ir/build.js';
import { type ConstantValue, holdsPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { booleanType, doubleType, intType } from '../../ir/type.js';
import { type Callback, callbackOf } from '../arrays/callback.js';
import { select } from '../constants/select.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { keep, keepFaults } from '../effects/effects.js';
import { onlyIf } from '../effects/only-if.js';
import { unsupported } from '../refusals/unsupported.js';
import { knownValue, unnamed } from '../values/constant-reference.js';
import { isExpression, type TupleValue, type Value } from '../values/value.js';

/** A call of a method of a constant array. */
interface ArrayCall {
  readonly elements: readonly Value[];
  readonly callback: Callback;
  /** The start value of `reduce`, if there is one. */
  readonly start: ts.Expression | undefined;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
}

type Method = (call: ArrayCall) => Value | undefined;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['some', (call) => asked(call, true)],
  ['every', (call) => asked(call, false)],
  ['findIndex', foundIndex],
  ['find', found],
  ['filter', filtered],
  ['forEach', calledForEach],
  ['map', mapped],
  ['reduce', reduced],
]);

/** True for a method of a constant array that holds regular expressions. The function is inlined once per element. */
export function isPatternArrayCall({ elements }: TupleValue, name: string): boolean {
  return methods.has(name) && elements.some((element) => constantOf(element).some(holdsPattern));
}

/** Visits a call for which `isPatternArrayCall` holds. */
export function callOfPatternArray(
  { elements }: TupleValue,
  node: ts.CallExpression,
  name: string,
  context: RowContext,
): Value | undefined {
  const [given, start] = node.arguments;
  const callback = given && callbackOf(given, context);
  return callback && methods.get(name)?.({ elements, callback, start, node, context });
}

/** Returns the constant that a value is, if it is one that stays a constant. */
function constantOf(value: Value): readonly ConstantValue[] {
  const known = !isExpression(value) && value.kind === 'constant' ? knownValue(value.reference) : undefined;
  return known ? [known.value] : [];
}

/** Compiles `some`, which ends at the first true result, and `every`, which ends at the first false result. */
function asked(call: ArrayCall, decisive: boolean): Expression {
  const { context } = call;
  const { line } = context.effects;
  const variable = context.variables.temporary(decisive ? 'some' : 'every', booleanType, true);
  const result = read(variable, booleanType);
  context.effects.push({ kind: 'declare', variable, value: literal(!decisive), line });
  forEach(call, decisive ? not(result) : result, (test) => [{ kind: 'assign', variable, value: test, line }]);
  return result;
}

function foundIndex(call: ArrayCall): Expression {
  const { context } = call;
  const { line } = context.effects;
  const variable = context.variables.temporary('found', intType, true);
  const result = read(variable, intType);
  context.effects.push({ kind: 'declare', variable, value: literal(-1), line });
  forEach(call, equal(result, literal(-1)), (test, place) => [
    { kind: 'if', test, whenTrue: [{ kind: 'assign', variable, value: literal(place), line }], whenFalse: [], line },
  ]);
  return result;
}

/** Compiles `find`: the constant at the place that is found, or undefined. */
function found(call: ArrayCall): Value | undefined {
  const { elements, node, context } = call;
  const candidates = elements.flatMap(constantOf);
  if (candidates.length < elements.length) return unsupported(node, context);
  const index = foundIndex(call);
  const isFound = not(equal(index, literal(-1)));
  // Any element will do where none is found.
  const place = conditional(isFound, index, literal(0)) ?? index;
  const value = valueOfReference(select(place, candidates, true, unnamed), node, context);
  return value && { kind: 'optional', present: isFound, value };
}

/** Compiles `filter(f).length`, the number of elements that are kept. There is no array of them. */
function filtered(call: ArrayCall): Value | undefined {
  const { node, context } = call;
  if (!ts.isPropertyAccessExpression(node.parent) || node.parent.name.text !== 'length') {
    return context.refuse(node, {
      construct: 'An array of regular expressions that a value of the row chooses',
      reason: 'Each regular expression is compiled by itself, so each use must name one.',
      advice: 'Go through the constant array with `for … of`, and test each; `filter(f).length` counts.',
    });
  }
  const { line } = context.effects;
  const variable = context.variables.temporary('kept', doubleType, true);
  const result = read(variable, doubleType);
  const value = arithmetic('+', result, literal(1));
  context.effects.push({ kind: 'declare', variable, value: convert(literal(0), doubleType), line });
  forEach(call, literal(true), (test) => [
    { kind: 'if', test, whenTrue: [{ kind: 'assign', variable, value, line }], whenFalse: [], line },
  ]);
  return { kind: 'object', properties: new Map([['length', result]]) };
}

function calledForEach(call: ArrayCall): Value {
  forEach(call, literal(true), () => []);
  return literal(undefined);
}

/** Compiles `map`: an array of known length. */
function mapped({ elements, callback, node, context }: ArrayCall): Value | undefined {
  const values = elements.map((element, place) => {
    const value = callback.call([element, literal(place)], node);
    return value && keep(value, context);
  });
  return values.every((value) => value !== undefined) ? { kind: 'tuple', elements: values } : undefined;
}

/** Compiles `reduce`. Each step takes the value of the step before it. */
function reduced({ elements, callback, start, node, context }: ArrayCall): Value | undefined {
  const [first, ...others] = elements;
  const steps = start ? elements : others;
  let value = start ? callback.visitOther(start) : first;
  for (const [place, element] of steps.entries()) {
    if (!value || !context.flow) return value;
    const before = keepFaults(value, context);
    value = callback.call([before, element, literal(place + elements.length - steps.length)], node);
  }
  return value;
}

/** Adds the steps for all elements. A step is taken if a test, which reads the result so far, is true. */
function forEach(
  { elements, callback, node, context }: ArrayCall,
  isOpen: Expression,
  end: (test: Expression, place: number) => readonly Statement[],
): void {
  for (const [place, element] of elements.entries()) {
    const step = () => {
      const value = callback.call([element, literal(place)], node);
      if (!value || !context.flow) return;
      context.effects.push(...end(isExpression(value) ? truthy(value) : literal(true), place));
    };
    onlyIf(isOpen, step, context);
  }
}
