import type { ColumnType, RowOf, Schema, ValueOf } from './types.js';

/** An aggregate of the user's own: what is kept of a group, and how rows go into it. `I` are the columns that it reads, `S` its state. */
export interface ReduceDescription<
  I extends Schema = Schema,
  S extends Schema = Schema,
  T extends ColumnType = ColumnType,
> {
  /** The columns of a row that it reads, by the names and types that they have among those that are grouped. */
  readonly input: I;
  /** What is kept of a group: numbers, bigints, bools, dates and times, nullable or not. */
  readonly state: S;
  /** The column of the result. */
  readonly output: T;
  /** The state of no rows. */
  readonly init: () => RowOf<S>;
  /** The state with one more row. Null comes in columns that are declared nullable. */
  readonly step: (state: RowOf<S>, row: RowOf<I>) => RowOf<S>;
  /** The state of two runs of rows, of which those of `earlier` stand before those of `later`. */
  readonly merge: (earlier: RowOf<S>, later: RowOf<S>) => RowOf<S>;
  /** The answer. */
  readonly finish: (state: RowOf<S>) => ValueOf<T>;
}

/** What {@link reduce} gives, for the `output` of an `aggregate` whose rows have such columns. */
export interface Reduction<in C extends Schema = Schema> {
  readonly aggregate: 'reduce';
  /** For the compiler alone: the rows that it takes. */
  readonly takes?: (row: RowOf<C>) => void;
}

/**
 * Describes an aggregate of the user's own, for the `output` of an `aggregate`.
 *
 * The answer is the same on every run and every backend, also where `merge` rounds: the rows of the input are divided into blocks of
 * 65,536. In each block `step` takes the rows of a group in their order, from `init()` on; `merge` then takes the states of the blocks
 * in their order.
 *
 * @example
 * const weightedMean = reduce({
 *   input: { price: float64, volume: float64 },
 *   state: { total: float64, volume: float64 },
 *   output: float64,
 *   init: () => ({ total: 0, volume: 0 }),
 *   step: (state, { price, volume }) => ({ total: state.total + price * volume, volume: state.volume + volume }),
 *   merge: (a, b) => ({ total: a.total + b.total, volume: a.volume + b.volume }),
 *   finish: ({ total, volume }) => total / volume,
 * });
 */
export function reduce<const I extends Schema, const S extends Schema, const T extends ColumnType>(
  _description: ReduceDescription<I, S, T>,
): Reduction<I> {
  return { aggregate: 'reduce' };
}
