import { convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { rewriteExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, mayBeAbsent } from '../../ir/type.js';
import { divisionOfNumbers } from './rounded-quotient.js';

/** Every day of UTC has this many milliseconds. */
export const dayMilliseconds = 86_400_000;

/**
 * Computes the number of a day, `day / 86_400_000`, as an integer. A column of days only holds the milliseconds of whole days, and 32 bits
 * number them all.
 */
export function wholeDays(fn: RowFunction): RowFunction {
  const change = (e: Expression): Expression => {
    const division = divisionOfNumbers(e, '/');
    if (!division || !isDay(division.left, fn) || !isDayLength(division.right)) return e;
    return convert(call('Date32 days', division.left), doubleType);
  };
  return { ...fn, body: rewriteExpressions(fn.body, change) };
}

function isDay(e: Expression, { variables, input }: RowFunction): boolean {
  if (e.kind !== 'read' || mayBeAbsent(e.type)) return false;
  const column = variables[e.variable]?.column;
  return column !== undefined && input[column]?.type === 'date32';
}

function isDayLength(e: Expression): boolean {
  return e.kind === 'convert' ? isDayLength(e.operand) : e.kind === 'literal' && e.value === dayMilliseconds;
}
