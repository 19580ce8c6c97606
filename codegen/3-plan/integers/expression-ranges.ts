import type { Expression } from '../../ir/expression.js';
import { hullOf, type Interval } from '../../ir/interval.js';
import { operandsOf } from '../../ir/operands.js';
import type { RowFunction } from '../../ir/row-function.js';
import { everywhere } from './bounded-interval.js';
import { rangeFromOperands, type ValueRanges } from './number-range.js';
import type { State } from './range-state.js';
import { stateAfterTest } from './range-tests.js';

/** The ranges of the values of expressions, wherever they are evaluated. An expression without one may be anything. */
export type ExpressionRanges = ReadonlyMap<Expression, Interval>;

/** Sees an expression with the ranges where it is evaluated, once for each way in which the analysis comes there. */
export type ObserveRanges = (e: Expression, ranges: ValueRanges) => void;

/** The ranges of all values of each of some things: variables, or expressions. */
export class JoinedRanges<Key> {
  readonly ranges = new Map<Key, Interval>();
  readonly #unknown = new Set<Key>();

  add(id: Key, range: Interval | undefined): void {
    if (!range) this.#unknown.add(id);
    if (!range || this.#unknown.has(id)) {
      this.ranges.delete(id);
      return;
    }
    const before = this.ranges.get(id);
    this.ranges.set(id, before ? hullOf(before, range) : range);
  }
}

/** Computes the ranges of expressions in the states in which control flow evaluates them. */
export class ExpressionAnalysis {
  readonly #fn: RowFunction;
  readonly #observe: ObserveRanges | undefined;
  readonly #all = new JoinedRanges<Expression>();

  constructor(fn: RowFunction, observe: ObserveRanges | undefined) {
    this.#fn = fn;
    this.#observe = observe;
  }

  /** The ranges in all states that were final. */
  get ranges(): ExpressionRanges {
    return this.#all.ranges;
  }

  /** Returns the range of an expression of a statement. */
  value(e: Expression, state: ValueRanges, final: boolean): Interval | undefined {
    return this.#part(e, state, final, new JoinedRanges());
  }

  /** Returns the range of an expression. Its operands are evaluated after the tests that decide if they are. */
  #part(e: Expression, state: ValueRanges, final: boolean, parts: JoinedRanges<Expression>): Interval | undefined {
    if (final) this.#observe?.(e, state);
    for (const operand of operandsOf(e)) {
      const within = this.#stateOf(operand, e, state);
      if (within) this.#part(operand, within, final, parts);
      else parts.add(operand, undefined);
    }
    const range = rangeFromOperands(e, state, this.#fn, (part) => parts.ranges.get(part));
    parts.add(e, range);
    if (final) this.#all.add(e, range && everywhere(range));
    return range;
  }

  /** The state in which an operand is evaluated. Undefined if it never is. */
  #stateOf(operand: Expression, e: Expression, state: ValueRanges): State {
    if (e.kind === 'conditional' && operand !== e.test) {
      const outcome = operand === e.whenTrue;
      return e.whenTrue === e.whenFalse ? state : stateAfterTest(e.test, outcome, state, this.#fn);
    }
    return e.kind === 'logical' && operand === e.right && operand !== e.left
      ? stateAfterTest(e.left, e.operator === '&&', state, this.#fn)
      : state;
  }
}
