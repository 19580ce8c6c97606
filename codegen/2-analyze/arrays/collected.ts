import { withArticle } from '../../../schema/with-article.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes, unsupportedOperation } from '../../diagnostics/index.js';
import { arrayCall, elementType, heldElement, newArray } from '../../ir/arrays.js';
import { convert, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { arrayType, sameCore, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { readSlots } from '../choices/read-slots.js';
import { reportShapes } from '../choices/reported-shapes.js';
import type { RowContext } from '../context/row-context.js';
import { lasting } from '../effects/stored-value.js';
import { describeValue } from '../values/described-values.js';
import { tagged } from '../values/optional-value.js';
import { declareSlots, pairSlots, type Slots } from '../values/slots.js';
import { isExpression, type Value } from '../values/value.js';
import { zipped } from './nested-arrays.js';

/** One array per part of the values that are added. */
interface Collected {
  readonly slots: Slots;
  readonly types: ReadonlyMap<VariableId, Type>;
}

/** A loop that gives an element per step. */
export interface Steps {
  readonly node: ts.Node;
  readonly context: RowContext;
  readonly line: number;
  walk(visit: (element: Value, index: Expression) => undefined): readonly Statement[];
  push(statements: readonly Statement[]): void;
}

/** Returns the steps of a loop whose statements go before the current statement. */
export function stepsHere(walk: Steps['walk'], node: ts.Node, context: RowContext): Steps {
  const { effects } = context;
  return { node, context, line: effects.line, walk, push: (statements) => effects.push(...statements) };
}

/** Collects the values that a loop adds: as an array, or as one array per part. */
export function collect(
  loop: Steps,
  name: string,
  visit: (element: Value, index: Expression, add: (value: Value) => void) => void,
): Value | undefined {
  const { context, line } = loop;
  let collected: Collected | undefined;
  let failed = false;
  const statements = loop.walk((element, index) => {
    collected = undefined;
    visit(element, index, (given) => {
      const value = tagged((!isExpression(given) && zipped(given)) || given);
      collected ??= startWith(value, name, loop);
      const isAdded = collected && add(value, collected, loop);
      if (!isAdded) failed = true;
    });
    return undefined;
  });
  if (!collected || failed) {
    if (!failed) loop.push(statements);
    return undefined;
  }
  const { slots, types } = collected as Collected;
  const declarations = [...types].map(([id, type]): Statement => {
    const value = { kind: 'new-array', elements: [], type: arrayType(type) } as const;
    return { kind: 'declare', variable: id, value, line };
  });
  loop.push([...declarations, ...statements]);
  const arrays = readSlots(slots, context);
  return isExpression(arrays) ? arrays : { kind: 'records', parts: arrays };
}

/** Declares arrays for the parts of a value; reports and returns undefined if arrays cannot hold them. */
function startWith(value: Value, name: string, loop: Steps): Collected | undefined {
  const { context } = loop;
  const types = new Map<VariableId, Type>();
  let hasNull = false;
  let isHeld = isExpression(value) || heldKinds.has(value.kind);
  const slots = declareSlots(value, name, 'constant', (leaf, partName): Slots => {
    const held = heldElement(lasting(leaf, context));
    if (!held || held.type.core.kind === 'nothing') {
      isHeld = false;
      hasNull ||= held !== undefined && !isExpression(value);
      return { kind: 'fixed', value: leaf };
    }
    const id = context.variables.temporary(partName, arrayType(held.type), true);
    types.set(id, held.type);
    return { kind: 'variable', id };
  });
  if (isHeld && types.size > 0) return { slots, types };
  if (hasNull) refuseNull(loop);
  else refuseElement(value, loop);
  return undefined;
}

/** The kinds of values, besides expressions, whose parts are held in one array each. */
const heldKinds: ReadonlySet<Value['kind']> = new Set(['object', 'tuple', 'date', 'records', 'optional']);

/** Appends each part of a value to its array; returns false if one does not fit. */
function add(value: Value, { slots, types }: Collected, loop: Steps): boolean {
  const { context, node, line } = loop;
  const pairs = pairSlots(slots, value);
  if (!pairs) {
    reportShapes(node, context);
    return false;
  }
  for (const { id, leaf } of pairs) {
    const type = types.get(id);
    const held = heldElement(lasting(leaf, context));
    const fits = type && held && newArray([held], type);
    if (!type || !held || !fits || !sameElement(fits.type, type)) {
      const both = { left: type ? describeValue(type) : 'a value', right: describeValue(leaf.type) };
      context.report(node, (span) => mixedTypes(span, both));
      return false;
    }
    const longer = arrayCall('push', read(id, arrayType(type)), convert(held, elementType(fits.type)));
    context.effects.push({ kind: 'assign', variable: id, value: longer, line });
  }
  return true;
}

function sameElement(array: Type, element: Type): boolean {
  const { core } = array;
  return (
    core.kind === 'array' &&
    (core.element.core.kind === 'array'
      ? sameCore(core.element.core, element.core)
      : core.element.core.kind === element.core.kind) &&
    core.element.mayBeNull === element.mayBeNull &&
    core.element.mayBeUndefined === element.mayBeUndefined
  );
}

function refuseNull({ node, context }: Steps): void {
  context.refuse(node, {
    construct: 'A property that is null or undefined in every element of an array',
    reason: 'There is an array for each property, of strings, numbers, bigints or booleans besides null and undefined.',
    advice:
      'Leave the property out, or give it a value in some elements: `{ text, size: found ? text.length : null }`.',
  });
}

function refuseElement(value: Value, { node, context }: Steps): void {
  const kind = isExpression(value)
    ? describeValue(value.type)
    : withArticle(value.kind === 'tuple' ? 'array' : value.kind);
  context.report(node, (span) =>
    unsupportedOperation(span, {
      operation: 'An array that is computed',
      operands: `${kind} in the place of an element`,
      advice:
        'Arrays that are computed hold strings, numbers, bigints, booleans, or objects of these: compute one array for each part.',
    }),
  );
}
