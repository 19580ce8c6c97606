import { ts } from '../../1-parse/syntax/ts.js';
import { unknownColumn } from '../../diagnostics/index.js';
import { arrayCall } from '../../ir/arrays.js';
import { compare, conditional, equal, literal, onePiece, require, stringCall } from '../../ir/build.js';
import { characters } from '../arrays/values.js';
import { choose } from '../choices/choose.js';
import { either } from '../choices/either.js';
import { keepPresence, requirePresent } from '../choices/optional-values.js';
import { property } from '../constants/references.js';
import { expanded, valueOfReference } from '../constants/values.js';
import { narrow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { isPure, isStable, keepExpression, visitBranch } from '../effects/effects.js';
import { elementOfObject, propertyOfObject } from '../heap/members.js';
import { classOfValue, isReference } from '../heap/perform.js';
import { spreadValue } from '../heap/spread.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { isOptional, optionalOf, presenceOf } from '../values/optional-value.js';
import { isExpression, type OptionalValue, type Value } from '../values/value.js';
import { lengthOf } from './records.js';
import { partOfRow } from './row-parts.js';

/** Returns a property of an object, a column of the row, or the `length` of a string or an array. */
export function propertyOf(given: Value, name: string, node: ts.Node, context: RowContext): Value | undefined {
  const value = expanded(requirePresent(given, context));
  const to = classOfValue(value);
  if (to && isExpression(value)) return propertyOfObject(value, to, name, node, context);
  if (isExpression(value)) {
    return value.type.core.kind === 'string' && name === 'length'
      ? stringCall('length', value)
      : reportTaking(node, context);
  }
  switch (value.kind) {
    case 'object':
      return value.properties.get(name) ?? absentProperty(name, node, context);
    case 'tuple':
      if (name === 'length') return literal(value.elements.length);
      if (value.further?.has(name)) return value.further.get(name);
      // A match of a regular expression without names.
      if (value.further && name === 'groups') return literal(undefined);
      if (value.further && name === 'indices') return reportIndices(node, context);
      return /^(0|[1-9]\d*)$/.test(name)
        ? (value.elements[Number(name)] ?? literal(undefined))
        : reportTaking(node, context);
    case 'row': {
      if (!value.omitted.has(name)) return partOfRow(value, name, node, context);
      return context.report(node, (span) =>
        unknownColumn(span, {
          transform: context.owner,
          column: JSON.stringify(name),
          known: 'It was taken out of this rest of the row.',
          advice: 'Read it from the row itself, or by the name that it was taken out under.',
        }),
      );
    }
    case 'constant': {
      const found = property(value.reference, name, 'throw', node, context);
      if (!found) return unsupportedValue(value, node, context);
      return found !== 'reported' ? valueOfReference(found, node, context) : undefined;
    }
    case 'records':
      return name === 'length' ? lengthOf(value) : unsupportedValue(value, node, context);
    case 'date':
    case 'optional':
    case 'iterator':
    case 'function':
      return unsupportedValue(value, node, context);
  }
}

/** Reports the places of the groups of a match. */
function reportIndices(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: '`indices` of a match without the flag `d`',
    reason: 'JavaScript has them only with the flag; without it they are undefined.',
    advice: 'Add the flag to the regular expression: `/id=(\\d+)/d`.',
  });
}

/** Returns undefined for an absent property, but reports the names that a plain object inherits. */
function absentProperty(name: string, node: ts.Node, context: RowContext): Value | undefined {
  return name in Object.prototype ? reportTaking(node, context) : literal(undefined);
}

/**
 * Returns the value whose elements a pattern takes. A string is iterated by code points, as far as the pattern needs.
 */
export function iterated(
  given: Value,
  pattern: ts.ArrayBindingPattern | ts.ArrayLiteralExpression,
  context: RowContext,
): Value {
  const value = expanded(given);
  const to = classOfValue(value);
  if ((to && to.kind !== 'array') || (!isExpression(value) && value.kind === 'iterator'))
    return spreadValue(value, pattern, context) ?? given;
  if (!isExpression(value) || value.type.core.kind !== 'string') return given;
  if (pattern.elements.some(isRest)) return characters(value, pattern, context);
  const elements: Value[] = [];
  let rest = keepExpression(onePiece(require(value)), 'rest', context);
  for (const _ of pattern.elements) {
    const code = keepExpression(stringCall('codePointAt', rest, literal(0)), 'code', context);
    const width = conditional(compare('>', code, literal(0xffff)), literal(2), literal(1)) ?? literal(1);
    const character = stringCall('slice', rest, literal(0), width);
    const element = conditional(equal(code, literal(undefined)), literal(undefined), character) ?? character;
    elements.push(keepExpression(element, 'character', context));
    rest = keepExpression(stringCall('slice', rest, width), 'rest', context);
  }
  return { kind: 'tuple', elements };
}

function isRest(element: ts.Node): boolean {
  return ts.isSpreadElement(element) || (ts.isBindingElement(element) && element.dotDotDotToken !== undefined);
}

/** Returns an element of an array, for destructuring. */
export function elementOf(given: Value, index: number, node: ts.Node, context: RowContext): Value | undefined {
  const value = expanded(given);
  const to = classOfValue(value);
  if (to && isExpression(value)) return elementOfObject(value, to, literal(index), node, context);
  if (isExpression(value) && value.type.core.kind === 'array')
    return arrayCall('element', require(value), literal(index));
  if (isExpression(value) || value.kind !== 'tuple') return reportTaking(node, context);
  return value.elements[index] ?? literal(undefined);
}

export function restOfTuple(given: Value, from: number, node: ts.Node, context: RowContext): Value | undefined {
  const spread = expanded(given);
  const value = isReference(spread) ? spreadValue(spread, node, context) : spread;
  if (!value) return undefined;
  if (isExpression(value) && value.type.core.kind === 'array') return arrayCall('slice', require(value), literal(from));
  if (isExpression(value) || value.kind !== 'tuple') return reportTaking(node, context);
  return { kind: 'tuple', elements: value.elements.slice(from) };
}

export function restOfObject(
  given: Value,
  taken: ReadonlySet<string>,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const whole = expanded(given);
  const value = isReference(whole) ? spreadValue(whole, node, context) : whole;
  if (!value) return undefined;
  if (isExpression(value)) return reportTaking(node, context);
  if (value.kind === 'row') return { ...value, omitted: new Set([...value.omitted, ...taken]) };
  if (value.kind !== 'object') return reportTaking(node, context);
  return { kind: 'object', properties: new Map([...value.properties].filter(([name]) => !taken.has(name))) };
}

function reportTaking(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'Taking this apart',
    reason:
      'Only objects and arrays that the row function writes out, and the row, have parts that are known when it is built.',
    advice: 'Take the parts with methods: `s.slice(0, 1)`, `s[0]`, `s.length`.',
  });
}

/** Returns a value, or the default if the value is undefined. The default is evaluated only then. */
export function withDefault(value: Value, initializer: ts.Expression, context: RowContext): Value | undefined {
  if (isOptional(value)) return optionalWithDefault(value, initializer, context);
  if (!isExpression(value)) return value;
  if (value.kind === 'literal' && value.value === undefined) return context.visit.value(initializer);
  if (!value.type.mayBeUndefined || !context.flow) return value;
  const given = value.kind === 'read' || isStable(value, context) ? value : keepExpression(value, 'given', context);
  const test = equal(given, literal(undefined));
  const { flow } = context;
  const fallback = visitBranch(narrow(flow, test, true), () => context.visit.value(initializer), context);
  const kept = visitBranch(
    narrow(flow, test, false),
    () => (given.kind === 'read' ? context.variables.read(given.variable) : given),
    context,
  );
  if (!fallback.value || !kept.value) return undefined;
  if (isPure(fallback) && isExpression(fallback.value) && isExpression(kept.value))
    return either(test, fallback.value, kept.value, initializer, context);
  return choose(test, fallback, kept, initializer, context);
}

/** Applies a default to an optional value. Null does not trigger the default. */
function optionalWithDefault(given: OptionalValue, initializer: ts.Expression, context: RowContext): Value | undefined {
  const mayBeUndefined = !given.tagged || given.present.type.mayBeUndefined;
  if (!mayBeUndefined || !context.flow) return given;
  const value = keepPresence(given, context);
  const test = equal(presenceOf(value), literal(undefined));
  const { flow } = context;
  const fallback = visitBranch(narrow(flow, test, true), () => context.visit.value(initializer), context);
  const kept = visitBranch(
    narrow(flow, test, false),
    () =>
      value.tagged && value.present.kind === 'read'
        ? optionalOf(context.variables.read(value.present.variable), value.value)
        : value.value,
    context,
  );
  return fallback.value && kept.value && choose(test, fallback, kept, initializer, context);
}
