import { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall, elementType, newArray } from '../../ir/arrays.js';
import { convert, literal, onePiece, read, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { arrayType, joinTypes, sameType, stringType, type Type } from '../../ir/type.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { joinedType } from '../effects/variants.js';
import { unsupported, unsupportedValue } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';
import { heldValue } from './held-value.js';
import { literalArray } from './literal-array.js';
import { walk } from './walk.js';

/** Returns an iterable value as an expression: a string, an array, or a literal, which becomes an array. */
export function arrayValue(value: Value, node: ts.Expression, context: RowContext): Expression | undefined {
  if (isExpression(value)) return value;
  const whole = expanded(value);
  if (!isExpression(whole) && whole.kind === 'tuple') return literalArray(whole.elements, undefined, node, context);
  return isExpression(whole) ? whole : unsupportedValue(whole, node, context);
}

/** Returns a tuple as a computed array if `other` is an array type; returns any other value unchanged. */
export function likeArray(value: Value, other: Type, context: RowContext): Value {
  const whole = expanded(value);
  const isTuple = !isExpression(whole) && whole.kind === 'tuple' && other.core.kind === 'array';
  return (isTuple && arrayOf(whole.elements, elementType(other), context)) || value;
}

/** True if a value is an array or a string whose length is known only when the row runs. */
export function isArray(value: Value | undefined): value is Expression {
  if (!value || !isExpression(value)) return false;
  const { kind } = value.type.core;
  return kind === 'array' || kind === 'string';
}

/** Compiles `[a, ...b, c]`, or such arguments, with arrays or strings spread into it. */
export function joinedArray(
  node: ts.Node,
  elements: readonly ts.Expression[],
  values: readonly (Value | undefined)[],
  context: RowContext,
): Expression | undefined {
  let result: Expression | undefined;
  const add = (part: Expression | undefined): boolean => {
    if (!part) return false;
    if (result && !sameType(elementType(result.type), elementType(part.type))) {
      unsupported(node, context);
      return false;
    }
    result = result ? arrayCall('concat', result, part) : part;
    return true;
  };
  const singles: Value[] = [];
  const type = spreadType(elements, values, context);
  const flush = () => singles.length === 0 || add(single(singles.splice(0), type, node, context));
  for (const [index, element] of elements.entries()) {
    const value = values[index];
    if (!value) return undefined;
    const whole = ts.isSpreadElement(element) ? expanded(value) : value;
    if (!ts.isSpreadElement(element)) singles.push(value);
    else if (!isExpression(whole) && whole.kind === 'tuple') singles.push(...whole.elements);
    else if (!isExpression(whole)) return unsupported(element, context);
    else {
      const spread = whole.type.core.kind === 'string' ? characters(whole, node, context) : require(whole);
      if (spread.type.core.kind !== 'array') return unsupported(element, context);
      const part = withElements(spread, type, context) ?? unsupported(element, context);
      if (!flush() || !add(part)) return undefined;
    }
  }
  if (!flush() || !result) return undefined;
  // The result is always a copy, even of a single spread array.
  return result.kind === 'array-call' && result.operation === 'concat'
    ? result
    : arrayCall('slice', result, literal(0));
}

/** Returns the type of the elements: that of spread arrays, and of the elements beside them as far as one type holds both. */
function spreadType(
  elements: readonly ts.Expression[],
  values: readonly (Value | undefined)[],
  context: RowContext,
): Type {
  const join = (types: readonly Type[], first?: Type) =>
    types.reduce<Type | undefined>((all, type) => (all && joinedType(all, type, context)) ?? all ?? type, first);
  const ofArrays: Type[] = [];
  const ofSingles: Type[] = [];
  for (const [index, element] of elements.entries()) {
    const value = values[index];
    const isSpread = ts.isSpreadElement(element);
    if (isSpread && isArray(value))
      ofArrays.push(value.type.core.kind === 'array' ? elementType(value.type) : stringType());
    const held = isSpread || !value ? undefined : heldValue(value, context);
    if (held) ofSingles.push(held.type);
  }
  return join(ofSingles, join(ofArrays)) ?? stringType();
}

/** Returns an array with elements of a type that includes its own. Undefined if the type does not. */
function withElements(array: Expression, type: Type, context: RowContext): Expression | undefined {
  const element = elementType(array.type);
  if (sameType(element, type)) return array;
  const joined = joinedType(element, type, context);
  return joined && sameType(joined, type) ? convert(array, arrayType(type)) : undefined;
}

/** Returns consecutive elements without a spread as an array of the type. */
function single(values: readonly Value[], type: Type, node: ts.Node, context: RowContext): Expression | undefined {
  return arrayOf(values, type, context) ?? unsupported(node, context);
}

/** Returns values as an array of the element type, or undefined if one does not fit. */
export function arrayOf(values: readonly Value[], type: Type, context: RowContext): Expression | undefined {
  const held = values.map((value) => heldValue(value, context, type));
  const fits = held.map((value) => {
    const joined = value && joinTypes(type, value.type);
    return value && joined && sameType(joined, type) ? convert(value, type) : undefined;
  });
  return fits.every((value) => value !== undefined) ? newArray(fits, type) : undefined;
}

/** Returns the code points of a string as an array. */
export function characters(string: Expression, node: ts.Node, context: RowContext): Expression {
  const { line } = context.effects;
  const type = arrayType(stringType());
  const id = context.variables.temporary('characters', type, true);
  context.effects.push({ kind: 'declare', variable: id, value: { kind: 'new-array', elements: [], type }, line });
  const loop = walk(
    { source: onePiece(require(string)), counts: false },
    (element) => {
      context.effects.push({ kind: 'assign', variable: id, value: arrayCall('push', read(id, type), element), line });
      return undefined;
    },
    node,
    context,
  );
  context.effects.push(...loop);
  return read(id, type);
}
