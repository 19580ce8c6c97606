import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import {
  type Constant,
  type ConstantComposite,
  type ConstantList,
  type ConstantObject,
  type ConstantValue,
  inheritedNames,
  isComposite,
} from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { find, listIndex, nestedIndex, ownIndex, possibleKeys } from '../../ir/lookup.js';
import type { RowContext } from '../context/row-context.js';
import { asPlace } from '../effects/as-place.js';
import { noteKey } from '../effects/note-key.js';
import { requireOneKind } from '../effects/variants.js';
import { type ConstantReference, nameOfPart } from '../values/constant-reference.js';
import { describeValue } from '../values/described-values.js';
import { guardCapture } from './captures.js';
import { select } from './select.js';

/** The most places that generated code may hold for tables inside tables. */
const mostPlaces = 2 ** 20;

/** Returns `object[key]` of constants that are not null or undefined. Undefined if an error was reported. */
export function lookUp(
  reference: ConstantReference,
  node: ts.ElementAccessExpression,
  context: RowContext,
): ConstantReference | undefined {
  const argument = node.argumentExpression;
  const given = context.visit.expression(argument);
  const operand = given && requireOneKind(given, '`[ ]` of a constant', argument, context);
  if (!operand) return undefined;
  const { candidates } = reference;
  const lists = candidates.filter((value): value is ConstantList => isComposite(value) && value.kind === 'array');
  if (lists.length === candidates.length) return lookUpPlace(reference, lists, operand, node, context);
  const objects = candidates.filter((value): value is ConstantObject => isComposite(value) && value.kind === 'object');
  if (objects.length === candidates.length) return lookUpName(reference, objects, operand, node, context);
  return context.refuse(node, {
    construct: '`[ ]` of a constant `Set` or `Map`',
    reason: 'It would read a property, and not an element.',
    advice: 'Call `has(key)`, or `get(key)` of a `Map`.',
  });
}

function lookUpPlace(
  reference: ConstantReference,
  lists: readonly ConstantList[],
  given: Expression,
  node: ts.Node,
  context: RowContext,
): ConstantReference | undefined {
  const operand = asPlace(given, context);
  if (operand.type.core.kind !== 'number') {
    return context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: '`[ ]` of a constant array',
        operands: describeValue(operand.type),
        advice: 'Index an array with a number.',
      }),
    );
  }
  const most = lists.reduce((count, { elements }) => Math.max(count, elements.length), 0);
  const rows = lists.map(({ elements }) => Array.from({ length: most }, (_, place) => elements[place]));
  return within(reference, listIndex(operand, most), rows, node, context);
}

function lookUpName(
  reference: ConstantReference,
  objects: readonly ConstantObject[],
  operand: Expression,
  node: ts.ElementAccessExpression,
  context: RowContext,
): ConstantReference | undefined {
  const own = [...new Set(objects.flatMap(({ entries }) => entries.map(([name]) => name)))];
  const inherits = objects.some((object) => object.inherits);
  const others = inherits ? inheritedNames.filter((name) => !own.includes(name)) : [];
  const mayInherit = operand.type.core.kind === 'string' && operand.kind !== 'literal' && inherits;
  const isMixed = inherits && objects.some(({ entries }) => entries.length < own.length) && own.some(isInherited);
  if (mayInherit && isMixed) {
    return context.refuse(node, {
      construct: 'A lookup of a name that some of the objects inherit',
      reason: 'A key such as `constructor` finds what every object inherits, which has to fail the row.',
      advice: 'Make the object a constant of the module, or use a `Map`.',
    });
  }
  const keys = possibleKeys(operand, keysOf(mayInherit ? [...own, ...others] : own));
  // A literal that names an inherited property is a mistake, not a key.
  if (operand.kind === 'literal' && others.includes(String(operand.value))) {
    return context.refuse(node, {
      construct: `\`${String(operand.value)}\`, which every object inherits,`,
      reason: 'It is a function, and no value of the constant.',
      advice: 'Use a `Map` where such names are keys.',
    });
  }
  if (mayInherit) guardKey(reference, node, context);
  const names = new Set(own);
  const reached = keys.map(([, name]) => name).filter((name) => names.has(name));
  const tables = objects.map(({ entries }) => new Map(entries));
  const rows = tables.map((table) => reached.map((name) => table.get(name)));
  const index = find(
    operand,
    keys.map(([key]) => key),
    nameOfPart(reference, 'keys'),
  );
  const checked = mayInherit && index.kind !== 'literal' ? ownIndex(index, reached.length) : index;
  return within(reference, checked, rows, node, context);
}

/** Makes the reference fail for names that every object inherits: a constant of the module as a whole, any other object key by key. */
function guardKey({ capture }: ConstantReference, node: ts.ElementAccessExpression, context: RowContext): void {
  if (capture !== undefined) guardCapture(capture, context);
  else noteKey(node.argumentExpression, node.expression, false, context);
}

function isInherited(name: string): boolean {
  return inheritedNames.includes(name);
}

/** Lists the values that ToPropertyKey turns into each name. */
function* keysOf(names: readonly string[]): Generator<readonly [Constant, string]> {
  for (const name of names) {
    yield [name, name];
    if (String(Number(name)) === name) yield [Number(name), name];
    if (/^(?:0|-?[1-9]\d*)$/.test(name)) yield [BigInt(name), name];
    if (name === 'true' || name === 'false') yield [name === 'true', name];
    if (name === 'null') yield [null, name];
    if (name === 'undefined') yield [undefined, name];
  }
}

/** Returns one of the places of the constant that is referred to. `rows` has the places of each candidate. */
export function within(
  reference: ConstantReference,
  place: Expression,
  rows: readonly (readonly ConstantValue[])[],
  node: ts.Node,
  context: RowContext,
): ConstantReference | undefined {
  const { index, candidates, total } = reference;
  const [only = []] = rows;
  if (candidates.length === 1 && total) return select(place, only, false, reference);
  const most = only.length;
  if (rows.length * most > mostPlaces) {
    return context.refuse(node, {
      construct: 'A lookup of this size',
      reason: `Tables in tables have at most ${mostPlaces} places, and these have ${rows.length} times ${most}.`,
      advice: 'Use one table, whose keys are put together from both.',
    });
  }
  return select(nestedIndex(index, place, most), rows.flat(), false, reference);
}

/** Returns the simple keys or elements of constants without duplicates, in the order of their places. */
export function keysOfAll(constants: readonly ConstantComposite[]): readonly Constant[] {
  const keys = constants.flatMap((value): readonly ConstantValue[] => {
    if (value.kind === 'map' || value.kind === 'object') return value.entries.map(([key]) => key);
    return value.kind === 'pattern' ? [] : value.elements;
  });
  return [...new Set(keys.filter((key): key is Constant => !isComposite(key)))];
}
