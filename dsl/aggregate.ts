import type { Stage, StageColumns } from './pipe.js';
import type { Reduction } from './reduce.js';
import type { Schema, ValueOf } from './types.js';

/** What an {@link Aggregate} computes. */
export type AggregateName =
  | 'count'
  | 'sum'
  | 'mean'
  | 'min'
  | 'max'
  | 'variance'
  | 'stddev'
  | 'first'
  | 'last'
  | 'any'
  | 'every'
  | 'countDistinct'
  | 'collect';

/** What is computed of a column of each group. */
export interface Aggregate<Name extends AggregateName = AggregateName, Column extends string = string> {
  readonly aggregate: Name;
  /** Absent where rows are counted. */
  readonly column?: Column;
}

/** The names of the columns whose values are of a type. */
type NamesOf<C extends Schema, Value> = {
  [Name in keyof C & string]: NonNullable<ValueOf<C[Name]>> extends Value ? Name : never;
}[keyof C & string];

/** The aggregates that columns have. */
export type AggregateOf<C extends Schema> =
  | Aggregate<'count' | 'first' | 'last' | 'countDistinct' | 'collect', keyof C & string>
  | Aggregate<'sum' | 'mean' | 'variance' | 'stddev', NamesOf<C, number | bigint>>
  | Aggregate<'min' | 'max', NamesOf<C, number | bigint | string | boolean>>
  | Aggregate<'any' | 'every', NamesOf<C, boolean>>
  | Reduction<C>;

/** The columns whose rows are grouped: those of `input`, or what the stage `from` gives. */
export type GroupedColumns<I extends Schema, F extends Stage | undefined> = F extends Stage ? StageColumns<F> : I;

/** A description of groups of rows, and of what is computed of each. */
export interface AggregateDescription<
  I extends Schema = Schema,
  F extends Stage | undefined = Stage | undefined,
  C extends Schema = GroupedColumns<I, F>,
> {
  /** The columns of the rows that are grouped, as they are. Either this or `from`. */
  readonly input?: I;
  /** A transform, an `expand` or a pipe: what it gives is grouped, and never stored. Either this or `input`. */
  readonly from?: F;
  /**
   * The columns whose values the rows of a group share; none makes one group of all rows. Null is a value like others, all NaN
   * are one, and so are 0 and -0.
   */
  readonly key: (keyof C & string) | readonly (keyof C & string)[];
  /** What is computed of each group, by the name of the result's column. */
  readonly output: { readonly [name: string]: AggregateOf<C> };
  /**
   * The order of the groups. `key`, the default: ascending by the first key column, then by the next; NaN behind all numbers,
   * text by its UTF-16 code units as JavaScript's `<` has it, nulls last. `none`: whatever costs least.
   */
  readonly order?: 'key' | 'none';
}

/**
 * Describes groups of rows, and what is computed of each: the result is a table with the key columns, then those of `output`.
 * Export it from a module and run `rowfuse build` on that module, as with `transform`.
 *
 * Aggregates leave nulls out, as SQL does, but for `first`, `last`, `collect` and `count()`; of a group without other values the
 * answer is null.
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

/** The number of rows; of a column the number of its values that are not null. An `int64`. */
export function count(): Aggregate<'count', never>;
export function count<const N extends string>(column: N): Aggregate<'count', N>;
export function count(column?: string): Aggregate<'count'> {
  return column === undefined ? { aggregate: 'count' } : { aggregate: 'count', column };
}

/**
 * The sum. Of integers exact, an `int64`, of `uint64` a `uint64`; a sum that leaves it fails the call. Of floats a `float64` that is
 * the same whatever the order of the rows: docs/aggregates.md has the algorithm and its error bound.
 */
export function sum<const N extends string>(column: N): Aggregate<'sum', N> {
  return { aggregate: 'sum', column };
}

/** The sum divided by the number of values: a `float64`. */
export function mean<const N extends string>(column: N): Aggregate<'mean', N> {
  return { aggregate: 'mean', column };
}

/** The least value: of numbers as `Math.min` has it, NaN where there is one; of text by its UTF-16 code units. */
export function min<const N extends string>(column: N): Aggregate<'min', N> {
  return { aggregate: 'min', column };
}

/** The greatest value, compared as {@link min} compares. */
export function max<const N extends string>(column: N): Aggregate<'max', N> {
  return { aggregate: 'max', column };
}

/** The sample variance, whose divisor is one less than the number of values: null of fewer than two. */
export function variance<const N extends string>(column: N): Aggregate<'variance', N> {
  return { aggregate: 'variance', column };
}

/** The square root of the {@link variance}. */
export function stddev<const N extends string>(column: N): Aggregate<'stddev', N> {
  return { aggregate: 'stddev', column };
}

/** The value of the group's first row, in the order of the input; null where it is. */
export function first<const N extends string>(column: N): Aggregate<'first', N> {
  return { aggregate: 'first', column };
}

/** The value of the group's last row; null where it is. */
export function last<const N extends string>(column: N): Aggregate<'last', N> {
  return { aggregate: 'last', column };
}

/** Whether any value is true. */
export function any<const N extends string>(column: N): Aggregate<'any', N> {
  return { aggregate: 'any', column };
}

/** Whether every value is true. */
export function every<const N extends string>(column: N): Aggregate<'every', N> {
  return { aggregate: 'every', column };
}

/** How many different values there are, told apart as keys are. */
export function countDistinct<const N extends string>(column: N): Aggregate<'countDistinct', N> {
  return { aggregate: 'countDistinct', column };
}

/** All values in the order of the input, nulls among them: a list. */
export function collect<const N extends string>(column: N): Aggregate<'collect', N> {
  return { aggregate: 'collect', column };
}
