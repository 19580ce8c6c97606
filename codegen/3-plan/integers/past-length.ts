import type { Arithmetic, Expression } from '../../ir/expression.js';
import { type Interval, isWithin, narrowed } from '../../ir/interval.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { type BoundedInterval, bounded } from './bounded-interval.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { roundedQuotient } from './rounded-quotient.js';

const unknown = Number.POSITIVE_INFINITY;

/** Returns the range of a number with its bounds by the lengths of some texts. Undefined if it may be anything but an integer. */
export function rangeWithLengths(
  e: Expression,
  texts: ReadonlySet<VariableId>,
  ranges: ValueRanges,
  fn: RowFunction,
  range = rangeOfNumber(e, ranges, fn),
): BoundedInterval | undefined {
  if (!range || texts.size === 0) return range;
  const least = Math.max(range.min, leastDifference(e, ranges, fn));
  return bounded(
    narrowed(range, Math.min(least, range.max), range.max) ?? range,
    [...texts].map((text) => [text, pastLength(e, text, ranges, fn)]),
  );
}

/** Returns the most by which a number can exceed the length of a text. Infinite if it may be anything but an integer. */
export function pastLength(e: Expression, text: VariableId, ranges: ValueRanges, fn: RowFunction): number {
  const range = rangeOfNumber(e, ranges, fn);
  if (!range) return unknown;
  return Math.min(range.max - leastLength(text, ranges), pastByParts(e, range, text, ranges, fn));
}

function pastByParts(e: Expression, range: Interval, text: VariableId, ranges: ValueRanges, fn: RowFunction): number {
  const below = (operand: Expression) => pastLength(operand, text, ranges, fn);
  const rangeOf = (operand: Expression) => rangeOfNumber(operand, ranges, fn);
  switch (e.kind) {
    case 'read':
      return ranges.get(e.variable)?.pastLengths?.get(text) ?? unknown;
    case 'convert':
      return below(e.operand);
    case 'string-call':
      return lengthOfVariable(e) === text ? 0 : unknown;
    case 'conditional':
      return Math.max(below(e.whenTrue), below(e.whenFalse));
    case 'arithmetic': {
      const [left, right] = [rangeOf(e.left), rangeOf(e.right)];
      if (!left || !right) return unknown;
      if (e.operator === '+') return Math.min(below(e.left) + right.max, below(e.right) + left.max);
      return e.operator === '-' ? below(e.left) - right.min : unknown;
    }
    case 'bitwise':
      // A shift to the right does not increase a number that is not negative.
      return e.operator.startsWith('>>') && (rangeOf(e.left)?.min ?? -1) >= 0 ? below(e.left) : unknown;
    case 'call': {
      if (e.intrinsic === 'Math.min') return Math.min(...e.arguments.map(below));
      const [first] = e.arguments;
      const kept = e.intrinsic === 'ToInt32' && first ? rangeOf(first) : undefined;
      if (first && kept && isWithin(kept, range)) return below(first);
      const division = roundedQuotient(e)?.division;
      const isSmaller =
        division && (rangeOf(division.left)?.min ?? -1) >= 0 && (rangeOf(division.right)?.min ?? 0) >= 1;
      return isSmaller ? below(division.left) : unknown;
    }
    default:
      return unknown;
  }
}

/** Returns the least value of `s.length - c - x`, of which `x` is bounded by the same length. Infinitely small for anything else. */
function leastDifference(e: Expression, ranges: ValueRanges, fn: RowFunction): number {
  if (e.kind === 'convert') return leastDifference(e.operand, ranges, fn);
  const minuend = isNumberArithmetic(e, '-') ? lengthAndStep(e.left) : undefined;
  return minuend && e.kind === 'arithmetic'
    ? minuend.step - pastLength(e.right, minuend.text, ranges, fn)
    : Number.NEGATIVE_INFINITY;
}

/** Returns the text and the step of `s.length`, `s.length + step` or `s.length - step`. */
function lengthAndStep(e: Expression): { readonly text: VariableId; readonly step: number } | undefined {
  if (e.kind === 'convert') return lengthAndStep(e.operand);
  const text = lengthOfVariable(e);
  if (text !== undefined) return { text, step: 0 };
  if (e.kind !== 'arithmetic' || (e.operator !== '+' && e.operator !== '-')) return undefined;
  const found = lengthAndStep(e.left);
  const value = integerLiteral(e.right);
  return found && value !== undefined
    ? { text: found.text, step: found.step + (e.operator === '+' ? value : -value) }
    : undefined;
}

/** Returns a literal that is too small for a rounded sum. */
export function integerLiteral(e: Expression): number | undefined {
  const literal = e.kind === 'convert' ? e.operand : e;
  const value = literal.kind === 'literal' ? literal.value : undefined;
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31 ? value : undefined;
}

export function isNumberArithmetic(e: Expression, operator: Arithmetic['operator']): e is Arithmetic {
  return e.kind === 'arithmetic' && e.operator === operator && e.type.core.kind === 'number';
}

/** Returns the variable whose length a call asks for. */
export function lengthOfVariable(e: Expression): VariableId | undefined {
  return e.kind === 'string-call' && e.operation === 'length' && e.receiver.kind === 'read'
    ? e.receiver.variable
    : undefined;
}

function leastLength(text: VariableId, ranges: ValueRanges): number {
  return ranges.get(text)?.min ?? 0;
}
