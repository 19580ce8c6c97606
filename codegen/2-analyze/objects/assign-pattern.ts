import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { requirePresent } from '../choices/optional-values.js';
import type { RowContext } from '../context/row-context.js';
import { keep } from '../effects/effects.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';
import { elementOf, iterated, propertyOf, restOfObject, restOfTuple, withDefault } from './parts.js';
import { assignTarget, targetOf } from './targets.js';

/**
 * Compiles `[a, b] = value` and `({ a, b: c } = value)`. The whole value is read first, as `[a, b] = [b, a]` requires.
 */
export function assignPattern(
  pattern: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  given: Value,
  context: RowContext,
): Value | undefined {
  const value = keep(requirePresent(given, context), context);
  const isDone = ts.isArrayLiteralExpression(pattern)
    ? assignElements(pattern, value, context)
    : assignProperties(pattern, value, context);
  return isDone ? value : undefined;
}

function assignElements(pattern: ts.ArrayLiteralExpression, given: Value, context: RowContext): boolean {
  const value = iterated(given, pattern, context);
  for (const [index, element] of pattern.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    const part = ts.isSpreadElement(element)
      ? restOfTuple(value, index, element, context)
      : elementOf(value, index, element, context);
    const target = ts.isSpreadElement(element) ? element.expression : element;
    if (!part || !assignPart(target, part, context)) return false;
  }
  return true;
}

function assignProperties(pattern: ts.ObjectLiteralExpression, value: Value, context: RowContext): boolean {
  const taken = new Set<string>();
  for (const property of pattern.properties) {
    if (ts.isSpreadAssignment(property)) {
      const rest = restOfObject(value, taken, property, context);
      if (!rest || !assignPart(property.expression, rest, context)) return false;
      continue;
    }
    const key = property.name && propertyName(property.name);
    const part = key === undefined ? undefined : propertyOf(value, key, property, context);
    if (key === undefined || !part) {
      if (key === undefined) unsupported(property, context);
      return false;
    }
    taken.add(key);
    if (ts.isShorthandPropertyAssignment(property)) {
      const { name, objectAssignmentInitializer } = property;
      const full = objectAssignmentInitializer ? withDefault(part, objectAssignmentInitializer, context) : part;
      if (!full || !assignPart(name, full, context)) return false;
    } else if (!ts.isPropertyAssignment(property) || !assignPart(property.initializer, part, context)) return false;
  }
  return true;
}

/** Assigns to a target, a target with a default, or a nested pattern. */
export function assignPart(node: ts.Expression, part: Value, context: RowContext): boolean {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    // JavaScript evaluates the index of an element before the default.
    if (ts.isElementAccessExpression(unwrap(node.left))) return unsupported(node, context) !== undefined;
    const value = withDefault(part, node.right, context);
    return value !== undefined && assignPart(node.left, value, context);
  }
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node))
    return assignPattern(node, part, context) !== undefined;
  const target = targetOf(node, context);
  return target !== undefined && assignTarget(target, part, node, context) !== undefined;
}
