import type { Expression } from '../../ir/expression.js';
import { isExpression, type Value } from './value.js';

/** True for values that consist of parts, and are not in the row's memory yet. */
export function isUnshared(value: Value): boolean {
  if (!isExpression(value))
    return value.kind === 'tuple' || value.kind === 'object' || value.kind === 'records' || value.kind === 'optional';
  return isMade(value);
}

/** True for an array that the row function makes. Those of columns are frozen. */
function isMade({ type: { core } }: Expression): boolean {
  return core.kind === 'array' && (core.lazy === false || core.lazy === 'pieces');
}
