import { conditional, equal, literal, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression } from './effects.js';

/**
 * Returns a number as the place of an element. A property key is a text: null and undefined read the properties 'null' and 'undefined',
 * which are as little there as the element NaN.
 */
export function asPlace(index: Expression, context: RowContext): Expression {
  if (index.type.core.kind !== 'number' || !mayBeAbsent(index.type)) return index;
  if (!index.type.mayBeNull) return toNumber(index);
  const kept = isStable(index, context) ? index : keepExpression(index, 'place', context);
  return conditional(equal(kept, literal(null)), literal(Number.NaN), toNumber(kept)) ?? index;
}
