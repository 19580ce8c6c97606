import { literal } from '../../ir/build.js';
import type { Arithmetic, Expression } from '../../ir/expression.js';
import { type Interval, narrowed, restrict, withoutZero } from '../../ir/interval.js';
import { operandsOf } from '../../ir/operands.js';
import type { CompareOperator } from '../../ir/operations/operators.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { type BoundedInterval, bounded } from './bounded-interval.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { integerLiteral, isNumberArithmetic, lengthOfVariable, pastLength } from './past-length.js';
import type { State } from './range-state.js';
import { divisionOfNumbers, divisorKey, isSameOperand } from './rounded-quotient.js';

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
    case 'truthy':
      if (outcome) return afterNonZero(test.operand, state, fn);
      // NaN is false, too, as the remainder by 0 is.
      return rangeOfNumber(test.operand, state, fn) ? afterEqual(test.operand, zero, state, fn) : state;
    case 'equal':
      if (outcome) {
        const left = afterEqual(test.left, test.right, state, fn);
        return left && afterEqual(test.right, test.left, left, fn);
      }
      return isZero(test.right) ? afterNonZero(test.left, state, fn) : state;
    default:
      return state;
  }
}

const zero = literal(0);

function isZero(e: Expression): boolean {
  return divisorKey(e) === '0' || divisorKey(e) === '-0';
}

/** The state where `e` is a number other than 0. */
function afterNonZero(e: Expression, state: ValueRanges, fn: RowFunction): State {
  const found = readOf(e, state, fn);
  if (!found) return state;
  const range = withoutZero(found.range);
  return range && new Map(state).set(found.variable, range);
}

/** The state where `a` equals `b`. If `b` is 0 and `a` a remainder, then the dividend is a multiple of the divisor. */
function afterEqual(a: Expression, b: Expression, state: ValueRanges, fn: RowFunction): State {
  const remainder = a.kind === 'arithmetic' && isZero(b) ? divisionOfNumbers(a, '%') : undefined;
  const dividend = remainder && readOf(remainder.left, state, fn);
  const multipleOf = remainder && divisorKey(remainder.right);
  if (dividend && multipleOf !== undefined && multipleOf !== divisorKey(remainder.left)) {
    const found = new Map(state).set(dividend.variable, { ...dividend.range, multipleOf });
    // A remainder by 0 is NaN.
    return afterNonZero(remainder.right, found, fn);
  }
  const found = readOf(a, state, fn);
  const other = rangeOfNumber(b, state, fn);
  if (!found || !other) return state;
  const { min, max } = found.range;
  const range = narrowed(found.range, Math.max(min, other.min), Math.min(max, other.max));
  return range && new Map(state).set(found.variable, range);
}

/** Returns the variable that an expression reads, if its range is known. */
function readOf(e: Expression, state: ValueRanges, fn: RowFunction) {
  const read = e.kind === 'convert' ? e.operand : e;
  const range: Interval | undefined = read.kind === 'read' ? rangeOfNumber(read, state, fn) : undefined;
  return read.kind === 'read' && range ? { variable: read.variable, range } : undefined;
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
  if (!other) return state;
  if (isSquare(tested)) return restrictedBySquare(tested, operator, other, state, fn);
  if (!before) return state;
  const variable = tested.kind === 'read' ? tested.variable : lengthOfVariable(tested);
  const part = variable === undefined ? undefined : restrict(before, operator, other);
  if (variable !== undefined && !part) return undefined;
  const restricted = variable !== undefined && part ? new Map(state).set(variable, part) : state;
  return boundedBy(tested, operator, b, restricted, fn);
}

function isSquare(e: Expression): e is Arithmetic {
  return isNumberArithmetic(e, '*') && isSameOperand(e.left, e.right);
}

/** The state where a square is less than a number: `i * i <= n`. The square may be rounded, which keeps the order. */
function restrictedBySquare(
  square: Arithmetic,
  operator: CompareOperator,
  { max }: Interval,
  state: ValueRanges,
  fn: RowFunction,
): State {
  const found = readOf(square.left, state, fn);
  if (!found || !operator.startsWith('<')) return state;
  if (max < 0) return undefined;
  const limit = Math.ceil(Math.sqrt(max));
  const part = narrowed(found.range, Math.max(found.range.min, -limit), Math.min(found.range.max, limit));
  return part && new Map(state).set(found.variable, part);
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
