import type { Span } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import { int32Interval, isWithin } from '../../ir/interval.js';
import { forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { rangeOfColumn, rangeOfNumber, type ValueRanges } from './number-range.js';

/** The reason why the range of a number does not prove that it is an integer of 32 bits. */
export type DoubleReason =
  /** An input has a type with other values. */
  | { readonly kind: 'input'; readonly name: string; readonly type: string; readonly isInteger: boolean }
  /** An element of an array, which holds doubles. */
  | { readonly kind: 'element' }
  | { readonly kind: 'fraction' }
  /** A number that is read from text. */
  | { readonly kind: 'parsed' }
  /** A code of a unit, which is NaN behind the end of the text. */
  | { readonly kind: 'unit code' }
  /** The result may be -0: of a remainder of a negative number, or a product with 0. */
  | { readonly kind: 'minus zero'; readonly operator: string }
  | { readonly kind: 'large constant'; readonly value: number }
  /** The result of `>>>`, which has 32 bits and no sign. */
  | { readonly kind: 'unsigned' }
  /** An exact integer that may leave 32 bits. */
  | { readonly kind: 'large' }
  /** A variable that its own assignment changes without a bound. */
  | { readonly kind: 'unbounded' }
  | { readonly kind: 'other' };

/** A reason, and the place where it arises. */
export interface FoundReason {
  readonly reason: DoubleReason;
  /** The variable that takes the value, if one does. */
  readonly variable?: string;
  readonly span?: Span | undefined;
}

/** Finds why a number is held as a double, by the rules that decided it. Undefined if its range is one of 32 bits. */
export function whyDouble(e: Expression, ranges: ValueRanges, fn: RowFunction): FoundReason | undefined {
  return new Search(ranges, fn).why(e);
}

/**
 * Finds why the low 32 bits of a number are not computed with integers. Sums and products may leave 32 bits, as long as their terms are
 * integers.
 */
export function whyNoBits(e: Expression, ranges: ValueRanges, fn: RowFunction): FoundReason | undefined {
  const search = new Search(ranges, fn);
  return first(termsOf(e).map((term) => search.why(term))) ?? search.why(e);
}

function termsOf(e: Expression): readonly Expression[] {
  if (e.kind === 'convert') return termsOf(e.operand);
  const isExact = e.kind === 'arithmetic' && e.operator !== '/' && e.operator !== '%';
  return isExact ? [...termsOf(e.left), ...termsOf(e.right)] : [e];
}

/** Returns the cause among several reasons: a value that another one makes unbounded is not it. */
function first(reasons: readonly (FoundReason | undefined)[]): FoundReason | undefined {
  const found = reasons.filter((one) => one !== undefined);
  return found.find(({ reason }) => reason.kind !== 'unbounded') ?? found[0];
}

class Search {
  readonly #ranges: ValueRanges;
  readonly #fn: RowFunction;
  /** The variables whose values are being asked about. */
  readonly #asked = new Set<VariableId>();

  constructor(ranges: ValueRanges, fn: RowFunction) {
    this.#ranges = ranges;
    this.#fn = fn;
  }

  why(e: Expression): FoundReason | undefined {
    const range = rangeOfNumber(e, this.#ranges, this.#fn);
    if (range && isWithin(range, int32Interval) && !range.minusZero) return undefined;
    const found = (reason: DoubleReason): FoundReason => ({ reason, span: e.span });
    switch (e.kind) {
      case 'literal':
        return found(
          Number.isInteger(e.value) ? { kind: 'large constant', value: Number(e.value) } : { kind: 'fraction' },
        );
      case 'convert':
      case 'require':
        return this.why(e.operand);
      case 'read':
        return this.#read(e.variable, found);
      case 'to-number':
        return found({ kind: 'parsed' });
      case 'string-call':
        return found(e.operation === 'charCodeAt' ? { kind: 'unit code' } : { kind: 'other' });
      case 'array-call':
        return found({ kind: 'element' });
      case 'conditional':
        return first([this.why(e.whenTrue), this.why(e.whenFalse)]);
      case 'coalesce':
      case 'logical':
        return first([this.why(e.left), this.why(e.right)]);
      case 'bitwise':
        return found({ kind: 'unsigned' });
      case 'negate':
        return found({ kind: 'minus zero', operator: '-' });
      case 'arithmetic': {
        if (e.operator === '/') return found({ kind: 'fraction' });
        const inner = first([this.why(e.left), this.why(e.right)]);
        return (
          inner ?? found(range && !range.minusZero ? { kind: 'large' } : { kind: 'minus zero', operator: e.operator })
        );
      }
      case 'call':
        return this.#call(e, found);
      default:
        return found({ kind: 'other' });
    }
  }

  #call(
    e: Extract<Expression, { readonly kind: 'call' }>,
    found: (reason: DoubleReason) => FoundReason,
  ): FoundReason | undefined {
    if (/^(Number\.)?parse(Int|Float)$/.test(e.intrinsic)) return found({ kind: 'parsed' });
    const [operand] = e.arguments;
    // A rounded quotient is an integer if its operands are.
    const isRounded = e.intrinsic === 'Math.floor' || e.intrinsic === 'Math.trunc';
    if (isRounded && operand?.kind === 'arithmetic' && operand.operator === '/')
      return first([this.why(operand.left), this.why(operand.right)]) ?? found({ kind: 'minus zero', operator: '/' });
    for (const argument of e.arguments) {
      const inner = argument.type.core.kind === 'number' ? this.why(argument) : undefined;
      if (inner) return inner;
    }
    return found({ kind: 'other' });
  }

  #read(id: VariableId, found: (reason: DoubleReason) => FoundReason): FoundReason {
    const variable = this.#fn.variables[id];
    const column = variable?.column === undefined ? undefined : this.#fn.input[variable.column];
    if (column) {
      const isInteger = rangeOfColumn(column.type) !== undefined;
      return found({ kind: 'input', name: column.name, type: column.type, isInteger });
    }
    if (this.#asked.has(id)) return found({ kind: 'unbounded' });
    this.#asked.add(id);
    const reasons: FoundReason[] = [];
    let isStepped = false;
    forEachStatement(this.#fn.body, (statement) => {
      if (statement.kind === 'for-of') isStepped ||= statement.variable === id;
      if ((statement.kind !== 'declare' && statement.kind !== 'assign') || statement.variable !== id) return;
      const why = this.why(statement.value);
      if (why)
        reasons.push({ ...why, variable: why.variable ?? variable?.name ?? '', span: why.span ?? statement.span });
    });
    this.#asked.delete(id);
    if (isStepped) return found({ kind: 'element' });
    return first(reasons) ?? found({ kind: 'other' });
  }
}
