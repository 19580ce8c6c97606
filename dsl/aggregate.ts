import type { AggregateName } from '../schema/aggregate-names.js';
import type { Stage, StageColumns } from './pipe.js';
import type { Reduction } from './reduce.js';
import type { Schema, ValueOf } from './types.js';

/** An aggregate of one column, computed per group. */
export interface Aggregate<Name extends AggregateName = AggregateName, Column extends string = string> {
  /** The name of the aggregate. */
  readonly aggregate: Name;
  /** The column; absent for `count()`, which counts rows. */
  readonly column?: Column;
}

/** The names of the columns whose values are of a type; null does not matter. */
type NamesOf<C extends Schema, Value> = {
  [Name in keyof C & string]: NonNullable<ValueOf<C[Name]>> extends Value ? Name : never;
}[keyof C & string];

/** The aggregates that a table with the columns `C` allows. */
export type AggregateOf<C extends Schema> =
  | Aggregate<'count' | 'first' | 'last' | 'countDistinct' | 'collect', keyof C & string>
  | Aggregate<'sum' | 'mean' | 'variance' | 'stddev', NamesOf<C, number | bigint>>
  | Aggregate<'min' | 'max', NamesOf<C, number | bigint | string | boolean>>
  | Aggregate<'any' | 'every', NamesOf<C, boolean>>
  | Reduction<C>;

/** The columns of the rows that are grouped: those of `input`, or those of the result of `from`. */
export type GroupedColumns<I extends Schema, F extends Stage | undefined> = F extends Stage ? StageColumns<F> : I;

/** A description of groups of rows, and of the aggregates that are computed per group. */
export interface AggregateDescription<
  I extends Schema = Schema,
  F extends Stage | undefined = Stage | undefined,
  C extends Schema = GroupedColumns<I, F>,
> {
  /** The columns of the rows that are grouped, by name. Give either `input` or `from`. */
  readonly input?: I;
  /**
   * A `transform`, `expand` or `pipe` whose result is grouped; that result is never stored. The aggregate has its `params`.
   * Give either `from` or `input`.
   */
  readonly from?: F;
  /**
   * The name or names of the key columns. Rows with equal keys form a group; `[]` makes one group of all rows. Null is a key
   * of its own; all NaN are equal, and so are 0 and -0, which is 0 in the result. Lists and structs cannot be keys.
   */
  readonly key: (keyof C & string) | readonly (keyof C & string)[];
  /** The aggregates, by the names of their columns in the result. */
  readonly output: { readonly [name: string]: AggregateOf<C> };
  /**
   * The order of the groups in the result.
   *
   * - `'key'` (default): ascending by the first key column, then by the next. Text is ordered by UTF-16 code units, as by
   *   JavaScript's `<`. NaN follows all other numbers, and nulls come last.
   * - `'none'`: the cheapest order, which may differ between backends and between runs.
   */
  readonly order?: 'key' | 'none';
}

/**
 * Describes an aggregation of rows in groups. The result is a `Table` with one row per group: the key columns, then those of
 * `output`. Export it as a `const` from a module and run `rowfuse build` on that module, as with {@link transform}.
 *
 * Aggregates skip nulls, as in SQL, except `count()`, `first`, `last` and `collect`. A group with nulls only gives null, or 0
 * for `count('x')` and `countDistinct`. Without input rows there are no groups.
 *
 * @example
 * export const populations = aggregate({
 *   input: { country: utf8, population: int32 },
 *   key: 'country',
 *   output: { cities: count(), people: sum('population'), largest: max('population') },
 * });
 */
export function aggregate<const I extends Schema = Record<never, never>, const F extends Stage | undefined = undefined>(
  description: AggregateDescription<I, F>,
): AggregateDescription<I, F> {
  return description;
}

/** Counts the rows of a group, or the values of a column that are not null. The result is an `int64`. */
export function count(): Aggregate<'count', never>;
export function count<const N extends string>(column: N): Aggregate<'count', N>;
export function count(column?: string): Aggregate<'count'> {
  return column === undefined ? { aggregate: 'count' } : { aggregate: 'count', column };
}

/**
 * Adds the values of a numeric column. Integers give an exact `int64`, and `uint64` gives an exact `uint64`; a sum outside that
 * range fails the call with a `GroupError`. Floats give a `float64` that does not depend on the order of the rows. Its error is
 * at most 2⁻⁵³ |Σx| + n 2⁻⁹⁶ max|x|; docs/guides/aggregates.md has the algorithm.
 */
export function sum<const N extends string>(column: N): Aggregate<'sum', N> {
  return { aggregate: 'sum', column };
}

/** Returns the sum of a numeric column divided by the number of its values, as a `float64`. */
export function mean<const N extends string>(column: N): Aggregate<'mean', N> {
  return { aggregate: 'mean', column };
}

/**
 * Returns the least value of a column of numbers, dates, times, text or bool, in the column's type. NaN wins and -0 is below 0,
 * as in `Math.min`; text is compared by UTF-16 code units.
 */
export function min<const N extends string>(column: N): Aggregate<'min', N> {
  return { aggregate: 'min', column };
}

/** Returns the greatest value of a column. Types and order are those of {@link min}; NaN wins, as in `Math.max`. */
export function max<const N extends string>(column: N): Aggregate<'max', N> {
  return { aggregate: 'max', column };
}

/** Returns the sample variance (divisor n - 1) of a numeric column as a `float64`, or null for fewer than two values. */
export function variance<const N extends string>(column: N): Aggregate<'variance', N> {
  return { aggregate: 'variance', column };
}

/** Returns the sample standard deviation, the square root of the {@link variance}. */
export function stddev<const N extends string>(column: N): Aggregate<'stddev', N> {
  return { aggregate: 'stddev', column };
}

/** Returns the value of the group's first row, in the order of the input. It is null if that row's value is null. */
export function first<const N extends string>(column: N): Aggregate<'first', N> {
  return { aggregate: 'first', column };
}

/** Returns the value of the group's last row, in the order of the input. It is null if that row's value is null. */
export function last<const N extends string>(column: N): Aggregate<'last', N> {
  return { aggregate: 'last', column };
}

/** Returns true if any value of a `bool` column is true. */
export function any<const N extends string>(column: N): Aggregate<'any', N> {
  return { aggregate: 'any', column };
}

/** Returns true if every value of a `bool` column is true. */
export function every<const N extends string>(column: N): Aggregate<'every', N> {
  return { aggregate: 'every', column };
}

/** Counts the distinct values of a column, which are compared as keys are. The result is an `int64`. */
export function countDistinct<const N extends string>(column: N): Aggregate<'countDistinct', N> {
  return { aggregate: 'countDistinct', column };
}

/** Collects all values of a column, including nulls, in the order of the input. The result is a list. */
export function collect<const N extends string>(column: N): Aggregate<'collect', N> {
  return { aggregate: 'collect', column };
}
