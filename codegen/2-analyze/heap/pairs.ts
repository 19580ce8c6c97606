import { literal } from '../../ir/build.js';
import { access } from '../../ir/heap/access.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';
import { partsOf } from './as-value.js';
import { classOfValue, perform } from './perform.js';

/** Returns the parts of a pair: of a literal, or of an array of two in the row's memory. */
export function partsOfPair(value: Value, context: RowContext): readonly Value[] | undefined {
  const to = classOfValue(value);
  if (to && isExpression(value)) {
    const parts = to.isTuple ? partsOf(value, to, context) : undefined;
    if (parts?.kind === 'tuple') return parts.elements;
    return to.kind === 'array'
      ? [0, 1].map((place) => perform(access('element', to, value, literal(place)), 'part', context))
      : undefined;
  }
  if (isExpression(value) || value.kind !== 'tuple') return undefined;
  return value.elements;
}
