import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { isExpression, type TupleValue, type Value } from '../values/value.js';

/**
 * Returns `{}` or a short array with the parts of another value, each undefined, where only parts are taken of it by name or constant
 * index: `const { year } = match?.groups ?? {}`, `const [, year] = match ?? []`, `(match ?? [])[1]`. Returns any other value unchanged.
 */
export function withMissingParts(value: Value | undefined, other: Value, choice: ts.Expression): Value | undefined {
  if (!value || isExpression(value) || isExpression(other)) return value;
  if (value.kind === 'object' && other.kind === 'object') return likeObject(value, other, choice);
  if (value.kind === 'tuple' && other.kind === 'tuple') return likeTuple(value, other, choice);
  if (value.kind === 'object' && other.kind === 'tuple') return likeMatch(value, other, choice);
  return value;
}

/** Returns a match of a regular expression without its `index` and `groups`, which TypeScript hides where the other value is an array. */
export function withSharedParts(value: Value | undefined, other: Value | undefined): Value | undefined {
  if (!value || !other || isExpression(value) || isExpression(other)) return value;
  if (value.kind !== 'tuple' || other.kind !== 'tuple' || !value.further || other.further) return value;
  const { further, ...elements } = value;
  return elements;
}

function likeObject(
  value: Extract<Value, { kind: 'object' }>,
  other: Extract<Value, { kind: 'object' }>,
  choice: ts.Expression,
): Value {
  if (value.properties.size > 0 || !isTakenByName(choice)) return value;
  const names = [...other.properties.keys()];
  if (names.some((name) => name in Object.prototype)) return value;
  return { ...value, properties: new Map(names.map((name) => [name, literal(undefined)])) };
}

function likeTuple(value: TupleValue, other: TupleValue, choice: ts.Expression): Value {
  const missing = other.elements.length - value.elements.length;
  if (missing <= 0 || !isTakenByPlace(choice)) return value;
  return { ...value, elements: [...value.elements, ...Array.from({ length: missing }, () => literal(undefined))] };
}

/** Returns `{}` as a match without parts, for `const { groups } = match ?? {}`. */
function likeMatch(value: Extract<Value, { kind: 'object' }>, other: TupleValue, choice: ts.Expression): Value {
  const { further } = other;
  // A match has members that `{}` does not have, such as `length`, and the other form would answer for both.
  const isPart = (name: string) => further?.has(name) === true;
  if (value.properties.size > 0 || !further || !isTakenByName(choice, isPart)) return value;
  return {
    ...other,
    elements: other.elements.map(() => literal(undefined)),
    further: new Map([...further.keys()].map((name) => [name, literal(undefined)])),
  };
}

/** True for the value of a declaration that takes properties by name, all of which fit, and no rest. */
function isTakenByName(choice: ts.Expression, fits: (name: string) => boolean = () => true): boolean {
  const pattern = patternOf(choice);
  return (
    pattern !== undefined &&
    ts.isObjectBindingPattern(pattern) &&
    pattern.elements.every(
      ({ dotDotDotToken, propertyName, name }) =>
        !dotDotDotToken &&
        !(propertyName && ts.isComputedPropertyName(propertyName)) &&
        fits((propertyName ?? name).getText()),
    )
  );
}

/** True for the value of a declaration that takes elements, and no rest, and for one of which an element of constant index is taken. */
function isTakenByPlace(choice: ts.Expression): boolean {
  const pattern = patternOf(choice);
  if (pattern !== undefined && ts.isArrayBindingPattern(pattern))
    return pattern.elements.every((element) => ts.isOmittedExpression(element) || !element.dotDotDotToken);
  const outer = outermost(choice);
  return (
    ts.isElementAccessExpression(outer.parent) &&
    outer.parent.expression === outer &&
    ts.isNumericLiteral(outer.parent.argumentExpression)
  );
}

/** Returns the pattern of the declaration whose value an expression is. */
function patternOf(choice: ts.Expression): ts.BindingName | undefined {
  const outer = outermost(choice);
  return ts.isVariableDeclaration(outer.parent) && outer.parent.initializer === outer ? outer.parent.name : undefined;
}

/** Returns an expression with the parentheses and type assertions around it. */
function outermost(expression: ts.Expression): ts.Expression {
  let outer = expression;
  while (
    ts.isParenthesizedExpression(outer.parent) ||
    ts.isNonNullExpression(outer.parent) ||
    ts.isAsExpression(outer.parent) ||
    ts.isSatisfiesExpression(outer.parent)
  )
    outer = outer.parent;
  return outer;
}
