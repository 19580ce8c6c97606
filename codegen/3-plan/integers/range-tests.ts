import type { CompareOperator, Expression } from '../../ir/expression.js';
import { restrict } from '../../ir/interval.js';
import type { RowFunction } from '../../ir/row-function.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import type { State } from './range-state.js';

/** The state after a test with a known outcome: the ranges without the integers that the outcome excludes. */
export function stateAfterTest(test: Expression, outcome: boolean, state: ValueRanges, fn: RowFunction): State {
  switch (test.kind) {
    case 'literal':
      return Boolean(test.value) === outcome ? state : undefined;
    case 'not':
      return stateAfterTest(test.operand, !outcome, state, fn);
    case 'logical': {
      if ((test.operator === '&&') !== outcome) return state;
      const left = stateAfterTest(test.left, outcome, state, fn);
      return left && stateAfterTest(test.right, outcome, left, fn);
    }
    case 'compare': {
      const operator = outcome ? test.operator : opposite[test.operator];
      const left = restrictedBy(test.left, operator, test.right, state, fn);
      return left && restrictedBy(test.right, mirrored[operator], test.left, left, fn);
    }
    default:
      return state;
  }
}

/**
 * The state where `a operator b` holds, with a smaller range for `a` if that is a variable. Both have ranges, so neither is NaN: a test
 * that fails implies its opposite.
 */
function restrictedBy(
  a: Expression,
  operator: CompareOperator,
  b: Expression,
  state: ValueRanges,
  fn: RowFunction,
): State {
  const read = a.kind === 'convert' ? a.operand : a;
  const before = rangeOfNumber(read, state, fn);
  const other = rangeOfNumber(b, state, fn);
  if (read.kind !== 'read' || !before || !other) return state;
  const part = restrict(before, operator, other);
  return part && new Map(state).set(read.variable, part);
}

const opposite: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
