import type { ts } from '../../1-parse/syntax/ts.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { isUnshared } from '../values/unshared.js';
import type { Value } from '../values/value.js';
import { asReference } from './allocate.js';
import { classesAt, classFor } from './classes-at.js';
import { hasComputedKeys, isOnlyRead } from './light-uses.js';
import { classOfValue } from './perform.js';

/** True if a name stands for an object with identity, which other names may share. */
export function isShared(name: ts.Identifier, context: RowContext): boolean {
  return classesAt(name, context).length > 0 && !isOnlyRead(name, context);
}

/** Returns the value that a name is bound to: a new object in the row's memory if the name shares it and it is none yet. */
export function sharedValue(name: ts.Identifier, given: Value, context: RowContext): Value | undefined {
  // A lookup in a constant needs no object. Other objects as values have no properties that are found when the row runs.
  const needsObject = isShared(name, context) || (given.kind !== 'constant' && hasComputedKeys(name, context));
  if (!needsObject) return given;
  const value = expanded(given);
  return isUnshared(value) ? asReference(given, classFor(value, classesAt(name, context)), name, context) : given;
}

/** Returns a value as a reference if another value of the same expression is one. */
export function sharedLike(given: Value, other: Value, node: ts.Node, context: RowContext): Value | undefined {
  const to = classOfValue(other);
  const value = to ? expanded(given) : given;
  return to && isUnshared(value) ? asReference(given, to, node, context) : given;
}
