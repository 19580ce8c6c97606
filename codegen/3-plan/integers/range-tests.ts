import type { CompareOperator, Expression } from '../../ir/expression.js';
import { restrict } from '../../ir/interval.js';
import { operandsOf } from '../../ir/operands.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { type BoundedInterval, bounded } from './bounded-interval.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { integerLiteral, isNumberArithmetic, lengthOfVariable, pastLength } from './past-length.js';
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
 * The state where `a operator b` holds, with a smaller range for a variable in `a`, or for the length of one. Both have ranges, so neither
 * is NaN: a test that fails implies its opposite.
 */
function restrictedBy(
  a: Expression,
  operator: CompareOperator,
  b: Expression,
  state: ValueRanges,
  fn: RowFunction,
): State {
  const tested = a.kind === 'convert' ? a.operand : a;
  const before = rangeOfNumber(tested, state, fn);
  const other = rangeOfNumber(b, state, fn);
  if (!before || !other) return state;
  const variable = tested.kind === 'read' ? tested.variable : lengthOfVariable(tested);
  const part = variable === undefined ? undefined : restrict(before, operator, other);
  if (variable !== undefined && !part) return undefined;
  const restricted =
    variable !== undefined && part ? new Map(state).set(variable, { ...state.get(variable), ...part }) : state;
  return boundedBy(tested, operator, b, restricted, fn);
}

/** The state where `a < b` or `a <= b` holds, with bounds of a variable in `a` by the lengths of texts that bound `b`. */
function boundedBy(
  a: Expression,
  operator: CompareOperator,
  b: Expression,
  state: ValueRanges,
  fn: RowFunction,
): ValueRanges {
  const found = variableAndStep(a);
  if (!found || operator.startsWith('>')) return state;
  const range: BoundedInterval | undefined = state.get(found.variable) ?? rangeOfNumber(found.read, state, fn);
  if (!range) return state;
  const strict = operator === '<' ? 1 : 0;
  const bounds = textsBounding(b, state).map((text) => {
    const past = pastLength(b, text, state, fn) - strict - found.step;
    return [text, Math.min(past, pastLength(found.read, text, state, fn))] as const;
  });
  if (bounds.length === 0) return state;
  const known = [...(range.pastLengths ?? []), ...bounds];
  return new Map(state).set(found.variable, bounded(range, known));
}

interface VariableAndStep {
  readonly read: Expression;
  readonly variable: VariableId;
  readonly step: number;
}

/** Returns the variable and the constant of `i`, `i + step` or `i - step`. */
function variableAndStep(e: Expression): VariableAndStep | undefined {
  const part = e.kind === 'convert' ? e.operand : e;
  if (part.kind === 'read') return { read: part, variable: part.variable, step: 0 };
  const isSum = isNumberArithmetic(part, '+');
  if (!isSum && !isNumberArithmetic(part, '-')) return undefined;
  const [left, step] = [variableAndStep(part.left), integerLiteral(part.right)];
  return left && step !== undefined ? { ...left, step: left.step + (isSum ? step : -step) } : undefined;
}

/** Returns the variables with texts whose lengths bound a number. */
function textsBounding(e: Expression, state: ValueRanges): readonly VariableId[] {
  const text = lengthOfVariable(e);
  if (text !== undefined) return [text];
  const own = e.kind === 'read' ? [...(state.get(e.variable)?.pastLengths?.keys() ?? [])] : [];
  return [...new Set([...own, ...operandsOf(e).flatMap((operand) => textsBounding(operand, state))])];
}

const opposite: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
