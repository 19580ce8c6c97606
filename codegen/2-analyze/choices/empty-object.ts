import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { isExpression, type Value } from '../values/value.js';

/**
 * Returns `{}` with the properties of another object, each undefined, where only properties are taken of it by name:
 * `const { year } = match?.groups ?? {}`. Returns any other value unchanged.
 */
export function likeObject(value: Value | undefined, other: Value, choice: ts.Expression): Value | undefined {
  if (!value || isExpression(value) || value.kind !== 'object' || value.properties.size > 0) return value;
  if (isExpression(other) || other.kind !== 'object' || !isTakenApart(choice)) return value;
  const names = [...other.properties.keys()];
  if (names.some((name) => name in Object.prototype)) return value;
  return { ...value, properties: new Map(names.map((name) => [name, literal(undefined)])) };
}

/** True for the value of a declaration that takes properties by name, and no rest. */
function isTakenApart(choice: ts.Expression): boolean {
  let { parent } = choice;
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
  return (
    ts.isVariableDeclaration(parent) &&
    ts.isObjectBindingPattern(parent.name) &&
    parent.name.elements.every(
      ({ dotDotDotToken, propertyName }) =>
        !dotDotDotToken && !(propertyName && ts.isComputedPropertyName(propertyName)),
    )
  );
}
