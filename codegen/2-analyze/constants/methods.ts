import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { coalesce, literal, logical, member, toNumber } from '../../ir/build.js';
import {
  type Constant,
  type ConstantComposite,
  type ConstantList,
  type ConstantMap,
  type ConstantValue,
  inheritedNames,
  isComposite,
} from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { find, listAt, pick, possibleKeys } from '../../ir/lookup.js';
import type { RowContext } from '../context/row-context.js';
import { byKind, requireOneKind } from '../effects/variants.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupported } from '../refusals/unsupported.js';
import { type ConstantReference, knownValue, nameOfPart } from '../values/constant-reference.js';
import { describeValue } from '../values/described-values.js';
import { keysOfAll, within } from './lookups.js';
import { accessOf, objectOf } from './select.js';

/** Methods of constants, by their kind. */
const methods = {
  array: ['at', 'includes', 'indexOf', 'lastIndexOf'],
  set: ['has'],
  map: ['get', 'has'],
  object: [],
  pattern: [],
} as const;

const names = {
  array: 'A constant array',
  set: 'A constant `Set`',
  map: 'A constant `Map`',
  object: 'A constant object',
  pattern: 'A regular expression',
};

/** Visits a method that returns one of the constants inside: `map.get(key)`, `list.at(i)`. Undefined for all others. */
export function callOfConstant(
  receiver: ConstantReference,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): ConstantReference | 'reported' | undefined {
  const { name } = callee;
  const kind = kindOf(receiver);
  const gives = (kind === 'map' && name.text === 'get') || (kind === 'array' && name.text === 'at');
  if (!gives || node.questionDotToken) return undefined;
  const object = objectOf(receiver, accessOf(callee));
  const given = object && onlyArgument(node, context);
  const operand = given && requireOneKind(given, `\`${name.text}\` of a constant`, node, context);
  if (!object) unsupported(node, context);
  if (!object || !operand) return 'reported';
  const found = kind === 'map' ? get(object, operand, node, context) : at(object, operand, node, context);
  return found ?? 'reported';
}

function get(
  reference: ConstantReference,
  operand: Expression,
  node: ts.Node,
  context: RowContext,
): ConstantReference | undefined {
  const maps = reference.candidates.filter((value): value is ConstantMap => isComposite(value) && value.kind === 'map');
  const keys = possibleKeys(
    operand,
    keysOfAll(maps).map((key) => [key, key]),
  ).map(([key]) => key);
  const tables = maps.map(({ entries }) => new Map(entries));
  const rows = tables.map((table) => keys.map((key) => table.get(key)));
  return within(reference, find(operand, keys, nameOfPart(reference, 'keys')), rows, node, context);
}

function at(
  reference: ConstantReference,
  operand: Expression,
  node: ts.Node,
  context: RowContext,
): ConstantReference | undefined {
  const [list, ...others] = listsOf(reference);
  const { kind } = operand.type.core;
  if (kind === 'string' || kind === 'bigint') return refuseIndex(operand, node, context);
  if (!list || others.some(({ elements }) => elements.length !== list.elements.length))
    return unsupported(node, context);
  const rows = listsOf(reference).map(({ elements }) => elements);
  return within(reference, listAt(toNumber(operand), list.elements.length), rows, node, context);
}

function refuseIndex(operand: Expression, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operation: '`at` of a constant array',
      operands: describeValue(operand.type),
      advice: 'Pass a number.',
    }),
  );
}

function listsOf({ candidates }: ConstantReference): readonly ConstantList[] {
  return candidates.filter((value): value is ConstantList => isComposite(value) && value.kind === 'array');
}

/** Returns the common kind of all candidates except null and undefined. */
function kindOf({ candidates }: ConstantReference): ConstantComposite['kind'] | undefined {
  const kinds = new Set(
    candidates
      .filter((value) => value !== null && value !== undefined)
      .map((value) => (isComposite(value) ? value.kind : undefined)),
  );
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Visits `list.includes(x)`, `set.has(x)`, `list.indexOf(x)` and the like. */
export function askConstant(
  receiver: ConstantReference,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  const { name } = callee;
  const kind = kindOf(receiver);
  if (!kind) return unsupported(node, context);
  const known: readonly string[] = methods[kind];
  if (!known.includes(name.text)) {
    return reportMember({ type: names[kind], known }, name.text, name, context);
  }
  const object = node.questionDotToken ? undefined : objectOf(receiver, accessOf(callee));
  if (!object) return unsupported(node, context);
  const operand = onlyArgument(node, context);
  if (!operand) return undefined;
  const value = knownValue(object);
  const isSearch = name.text === 'indexOf' || name.text === 'lastIndexOf';
  if ((isSearch || !value) && !requireOneKind(operand, `\`${name.text}\` of a constant`, node, context))
    return undefined;
  if (isSearch) return placeOf(object, name.text, operand, node, context);
  const elements = (of: ConstantValue) => (isComposite(of) ? keysOfAll([of]) : []);
  if (value) {
    const isMember = (one: Expression) =>
      kind === 'object'
        ? hasOwn(one, elements(value.value), nameOfPart(object, 'keys'))
        : member(one, elements(value.value), kind === 'map' ? nameOfPart(object, 'keys') : object.name);
    return byKind(operand, isMember, context);
  }
  // One of several constants: a table holds, for each constant and key, whether the constant has the key.
  const keys = possibleKeys(
    operand,
    keysOfAll(object.candidates.filter(isComposite)).map((key) => [key, key]),
  ).map(([key]) => key);
  const rows = object.candidates.map((candidate) => {
    const held = new Set(elements(candidate));
    return keys.map((key): ConstantValue => held.has(key));
  });
  const found = within(object, find(operand, keys, nameOfPart(object, 'keys')), rows, node, context);
  const answer =
    found &&
    pick(
      found.index,
      found.candidates.map((held) => held === true),
      found.total,
      nameOfPart(object, 'has'),
    );
  return answer && (logical('||', answer, literal(false)) ?? answer);
}

/** Returns the index of an element or -1. The comparison is strict equality, which never finds NaN. */
function placeOf(
  reference: ConstantReference,
  method: 'indexOf' | 'lastIndexOf',
  operand: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const list = knownValue(reference)?.value;
  if (!isComposite(list) || list.kind !== 'array') return unsupported(node, context);
  const places = list.elements.flatMap((element, place): (readonly [Constant, number])[] =>
    isComposite(element) || Number.isNaN(element) ? [] : [[element, place]],
  );
  if (method === 'lastIndexOf') places.reverse();
  const keys = possibleKeys(operand, places);
  const index = find(
    operand,
    keys.map(([key]) => key),
    nameOfPart(reference, 'keys'),
  );
  const isPlace = keys.every(([, place], at) => place === at);
  if (isPlace) return index;
  const place = pick(
    index,
    keys.map(([, at]) => at),
    false,
    nameOfPart(reference, 'places'),
  );
  return place && coalesceTo(place, -1);
}

function coalesceTo(value: Expression, other: number): Expression | undefined {
  return value.kind === 'literal' ? literal(value.value ?? other) : (coalesce(value, literal(other)) ?? value);
}

/** Returns the test `key in object`, over own properties and those that every object inherits. */
export function isIn(
  operand: Expression,
  reference: ConstantReference,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const value = knownValue(reference)?.value;
  if (!isComposite(value) || value.kind !== 'object') {
    return context.refuse(node, {
      construct: '`in` here',
      reason:
        'It asks for the property of an object by its name; an array, a `Set` or a `Map` is asked for what it holds.',
      advice: 'Use `includes(x)` of an array, `has(x)` of a `Set` or a `Map`; `in` of a constant object.',
    });
  }
  const own = keysOfAll([value]);
  const names = value.inherits ? [...own, ...inheritedNames] : own;
  return byKind(operand, (one) => hasOwn(one, names, nameOfPart(reference, 'keys')), context);
}

/**
 * Returns the test for a value that ToPropertyKey turns into one of the names.
 *
 * @param constant The name of the keys in generated code.
 */
export function hasOwn(operand: Expression, properties: readonly Constant[], constant?: string): Expression {
  const keys = properties.flatMap((name): readonly Constant[] => {
    const text = String(name);
    return [
      text,
      ...(String(Number(text)) === text ? [Number(text)] : []),
      ...(/^(?:0|-?[1-9]\d*)$/.test(text) ? [BigInt(text)] : []),
      ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
      ...(text === 'null' ? [null] : []),
      ...(text === 'undefined' ? [undefined] : []),
    ];
  });
  return member(operand, keys, constant);
}

function onlyArgument(node: ts.CallExpression, context: RowContext): Expression | undefined {
  const [argument, ...rest] = node.arguments;
  if (!argument || rest.length > 0) {
    return context.refuse(node, {
      construct: 'This number of arguments',
      reason: 'Constants are asked for one thing at a time.',
      advice: 'Pass one argument.',
    });
  }
  return ts.isSpreadElement(argument) ? unsupported(argument, context) : context.visit.expression(argument);
}
