import type { Columns, Output, ResultOf, RowContext } from './transform.js';
import type { ColumnType, Schema, ValueOf } from './types.js';

/** Which rows around a row are its window, its own row always among them. At the ends of the table windows are shorter. */
export interface RowWindow {
  /** Rows before the row, 0 or more: SQL's `ROWS n PRECEDING`. A window of pandas' `rolling(3000)` has 2999 of them. */
  readonly preceding: number;
  /** Rows behind the row, 0 or more. Default: 0. */
  readonly following?: number;
  /**
   * Fewer rows than that, rows with a null in a column that `frame` reads not counted, make null of every output column, and `frame` is not
   * asked. Default: all rows of a whole window, `preceding + 1 + following`.
   */
  readonly minPeriods?: number;
}

/** A window by value: the rows whose value of a sorted column is close enough to that of the row. SQL's `RANGE BETWEEN`. */
export interface RangeWindow<Name extends string = string> {
  /** The column: numbers, bigints, dates or timestamps, sorted upwards (in each partition), without nulls. */
  readonly on: Name;
  /**
   * Rows belong to the window whose value is at most that much below the row's own, and, as in SQL, those with the same value.
   * Of dates and timestamps a duration: '5m', '1.5h', with `ns us ms s m h d`; of other columns a number, or a bigint.
   */
  readonly range: string | number | bigint;
  /** The same of rows behind it. Default: none above the row's own value. */
  readonly following?: string | number | bigint;
  /** As of {@link RowWindow}. Default: 1. */
  readonly minPeriods?: number;
}

/** The values of a column in a window, in the order of the rows: a frozen array, which is never empty. */
export interface ColumnWindow<V> extends ReadonlyArray<V> {
  /** The value of the window's first row. */
  first(): V;
  /** The value of its last row: without `following` that of the row itself. */
  last(): V;
  /** How many values are not null. */
  count(): number;
}

/**
 * The same of numbers or bigints. What is asked of the whole window leaves nulls out, as SQL does: without a value that is not
 * null the answer is null.
 */
export interface NumberWindow<V> extends ColumnWindow<V> {
  /**
   * The sum. Of bigints, and of integers as long as they stay below 2^53, it is exact. Doubles are added in blocks of 16 from the
   * first row of the table or partition on: the rounding error is at most about 17 log₁₆(n) u Σ|x| for a window of n values, u = 2⁻⁵³, where a
   * loop has n u Σ|x| (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 4.2). NaN and infinities are gone when their
   * rows are.
   */
  sum(): V;
  /** The sum divided by the number of values. */
  mean(): MeanOf<V>;
  /** The least value, as `Math.min` has it: NaN where there is one, and -0 below 0. */
  min(): V;
  /** The greatest value, as `Math.max` has it. */
  max(): V;
  /** The sample variance, whose divisor is one less than the number of values: null of fewer than two. */
  variance(): number | null;
  /** The square root of the variance. */
  stddev(): number | null;
}

type MeanOf<V> = null extends V ? number | null : number;

/** What `frame` sees of a column of type `T`. */
export type WindowOf<T extends ColumnType> =
  NonNullable<ValueOf<T>> extends number | bigint ? NumberWindow<ValueOf<T>> : ColumnWindow<ValueOf<T>>;

/** A window of each column, by the columns' names. */
export type WindowsOf<S extends Schema> = { readonly [K in keyof S]: WindowOf<S[K]> };

/** A description of a function of the rows around each row. */
export interface RollingDescription<I extends Schema, O extends Output, P extends Schema = Schema>
  extends Columns<I, O, P> {
  /** The rows that a row's windows have. */
  readonly window: RowWindow | RangeWindow<keyof I & string>;
  /**
   * One or several columns: windows have rows of the same values there alone, in the order of the table. Nulls are one value.
   */
  readonly partitionBy?: (keyof I & string) | readonly (keyof I & string)[];
  /**
   * Whether loops may add in another order than theirs: that of {@link NumberWindow.sum}, which takes a number of steps a row that does not
   * depend on the window's size, and rounds less. It is so for a variable to which a `for` loop over a window adds a number that the
   * element, params and constants decide, and for such a `reduce`. Default: false, and every loop adds in exactly the order in which it is written.
   */
  readonly reorder?: boolean;
  /** Computes one output row from the windows of one row. It must be pure: `rowfuse build` compiles it, and runs it nowhere. */
  frame(windows: WindowsOf<I>, context: RowContext<P>): ResultOf<O>;
}

/**
 * Describes a function of the rows around each row: moving averages, extremes, anything that a loop over them computes. Export
 * the result from a module and run `rowfuse build` on that module, as with `transform`.
 *
 * @example
 * export const movingMean = rolling({
 *   input: { price: float64 },
 *   output: nullable(float64),
 *   window: { preceding: 2999 },
 *   frame: ({ price }) => price.mean(),
 * });
 */
export function rolling<const I extends Schema, const O extends Output, const P extends Schema = Record<never, never>>(
  description: RollingDescription<I, O, P>,
): RollingDescription<I, O, P> {
  return description;
}
