import type { ColumnType, RowOf, Schema, ValueOf } from './types.js';

/** A description of a user-defined aggregate. `I` are the columns that it reads, `S` is its state, and `T` is its result. */
export interface ReduceDescription<
  I extends Schema = Schema,
  S extends Schema = Schema,
  T extends ColumnType = ColumnType,
> {
  /** The columns that `step` reads, with the names and types that they have in the rows that are grouped. */
  readonly input: I;
  /**
   * The state of a group: numbers, bigints, bools, dates and times, nullable or not. Each value that a function returns is
   * converted to its type: a `float32` is rounded, and a number that an `int8` cannot hold fails the call.
   */
  readonly state: S;
  /** The type of the result's column: a type that a state may have. */
  readonly output: T;
  /** Returns the state of a group without rows. */
  readonly init: () => RowOf<S>;
  /** Returns the state after one more row. Nulls are passed on, in columns that are declared nullable. */
  readonly step: (state: RowOf<S>, row: RowOf<I>) => RowOf<S>;
  /** Returns the state of two consecutive runs of rows; the rows of `earlier` precede those of `later`. */
  readonly merge: (earlier: RowOf<S>, later: RowOf<S>) => RowOf<S>;
  /** Returns the result of a group. */
  readonly finish: (state: RowOf<S>) => ValueOf<T>;
}

/** The result of {@link reduce}, for the `output` of an `aggregate` whose rows have the columns `C`. */
export interface Reduction<in C extends Schema = Schema> {
  /** Marks the aggregate as user-defined. */
  readonly aggregate: 'reduce';
  /**
   * Never present at run time: it only carries the rows through the type checker.
   *
   * @internal
   */
  readonly takes?: (row: RowOf<C>) => void;
}

/**
 * Describes a user-defined aggregate, for the `output` of an {@link aggregate}. Its functions must be pure; `rowfuse build`
 * compiles them and never runs them.
 *
 * Each run and each backend gives the same bits, even if `merge` rounds, because the order of the calls is fixed. The input is
 * divided into blocks of 65,536 rows. Within a block, `step` takes the rows of a group in order, starting from `init()`. Then
 * `merge` combines the states of the blocks in order.
 *
 * An error in `init` or `step` fails the call with a `RowError`, and one in `merge` or `finish` with a `GroupError`.
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
