import type { Expression } from '../../ir/expression.js';
import { int32Interval, isWithin, quotientRange } from '../../ir/interval.js';
import { call } from '../../ir/intrinsics/call.js';
import { mapOperands } from '../../ir/operands.js';
import type { CompareOperator } from '../../ir/operations/operators.js';
import { rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import type { ExpressionRanges } from './expression-ranges.js';
import { divisionOfNumbers } from './rounded-quotient.js';
import { numberRanges } from './value-ranges.js';

/**
 * Rounds quotients of integers that are compared with integers: `i <= n / 2` is `i <= Math.floor(n / 2)`. Both sides are then integers. A
 * quotient has a rounded double, but not one on the other side of an integer: see {@link quotientRange}.
 */
export function comparedQuotients(fn: RowFunction): RowFunction {
  const { expressions } = numberRanges(fn);
  const change = (e: Expression): Expression => {
    const { left, right } = e.kind === 'compare' ? e : { left: undefined, right: undefined };
    const changed = mapOperands(e, change);
    if (!left || !right || changed.kind !== 'compare') return changed;
    if (isQuotient(right, expressions) && expressions.has(left))
      return { ...changed, right: call(roundings[changed.operator], changed.right) };
    if (isQuotient(left, expressions) && expressions.has(right))
      return { ...changed, left: call(mirroredRoundings[changed.operator], changed.left) };
    return changed;
  };
  return { ...fn, body: rewriteStatements(fn.body, (statement) => [mapExpressions(statement, change)]) };
}

/** The function that rounds `q` of `i < q`, say, for an integer `i`. */
const roundings: Readonly<Record<CompareOperator, string>> = {
  '<': 'Math.ceil',
  '<=': 'Math.floor',
  '>': 'Math.floor',
  '>=': 'Math.ceil',
};

/** The function that rounds `q` of `q < i`. */
const mirroredRoundings: Readonly<Record<CompareOperator, string>> = {
  '<': roundings['>'],
  '<=': roundings['>='],
  '>': roundings['<'],
  '>=': roundings['<='],
};

/** True for a quotient of integers that is not an integer by its form. */
function isQuotient(e: Expression, ranges: ExpressionRanges): boolean {
  const division = divisionOfNumbers(e, '/');
  const [a, b] = [division && ranges.get(division.left), division && ranges.get(division.right)];
  const range = a && b && quotientRange('floor', a, b);
  return range !== undefined && isWithin(range, int32Interval) && !ranges.has(e);
}
