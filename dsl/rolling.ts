import type { Columns, Output, ResultOf, RowContext } from './transform.js';
import type { ColumnType, Schema, ValueOf } from './types.js';

/** A window by position. It always includes the row itself; at the ends of the table or partition it is shorter. */
export interface RowWindow {
  /** The number of rows before the row, 0 or more, as SQL's `ROWS n PRECEDING`. pandas' `rolling(3000)` has 2999. */
  readonly preceding: number;
  /** The number of rows after the row, 0 or more. Default: 0. */
  readonly following?: number;
  /**
   * The least number of rows for which `frame` is called. Rows with a null in a column that `frame` reads do not count. With
   * fewer rows every output column is null, so the columns must be nullable. Default: a whole window,
   * `preceding + 1 + following`.
   */
  readonly minPeriods?: number;
}

/** A window by value: the rows whose value in a sorted column is close to that of the row, as SQL's `RANGE BETWEEN`. */
export interface RangeWindow<Name extends string = string> {
  /**
   * The name of a column of numbers, bigints, dates or timestamps without nulls. It must ascend, in each partition: the first
   * row that is out of order or NaN fails the call with a `RowError`.
   */
  readonly on: Name;
  /**
   * The greatest distance below the row's own value. As in SQL, all rows with the row's own value belong to the window too. For
   * dates and timestamps it is a duration, such as `'5m'` or `'1.5h'`, in `ns us ms s m h d`; otherwise a number or a bigint.
   */
  readonly range: string | number | bigint;
  /** The greatest distance above the row's own value, written as `range` is. Default: 0. */
  readonly following?: string | number | bigint;
  /** The least number of rows for which `frame` is called, as in {@link RowWindow}. Default: 1. */
  readonly minPeriods?: number;
}

/** The values of a column in a window, in the order of the rows. It is a frozen array that is never empty. */
export interface ColumnWindow<V> extends ReadonlyArray<V> {
  /** Returns the value of the window's first row. */
  first(): V;
  /** Returns the value of the window's last row, which is the row itself for a {@link RowWindow} without `following`. */
  last(): V;
  /** Returns the number of values that are not null. */
  count(): number;
}

/**
 * The values of a column of numbers or bigints in a window. These methods skip nulls, as in SQL; if all values are null they
 * return null.
 */
export interface NumberWindow<V> extends ColumnWindow<V> {
  /**
   * Returns the sum. It is exact for bigints, and for integers as long as it stays below 2^53. Doubles are added in blocks of
   * 16, counted from the first row of the table or partition. With u = 2⁻⁵³ the rounding error for n values is at most about
   * 17 log₁₆(n) u Σ|x|; that of a loop is n u Σ|x| (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 4.2). NaN
   * and infinities leave the sum with their rows.
   */
  sum(): V;
  /** Returns the sum divided by the number of values, as a number. */
  mean(): MeanOf<V>;
  /** Returns the least value. As in `Math.min`, NaN wins and -0 is below 0. */
  min(): V;
  /** Returns the greatest value. As in `Math.max`, NaN wins and 0 is above -0. */
  max(): V;
  /** Returns the sample variance (divisor n - 1), or null for fewer than two values. */
  variance(): number | null;
  /** Returns the sample standard deviation, the square root of the variance. */
  stddev(): number | null;
}

type MeanOf<V> = null extends V ? number | null : number;

/** The window that `frame` sees of a column of type `T`. */
export type WindowOf<T extends ColumnType> =
  NonNullable<ValueOf<T>> extends number | bigint ? NumberWindow<ValueOf<T>> : ColumnWindow<ValueOf<T>>;

/** One window per column, by name. */
export type WindowsOf<S extends Schema> = { readonly [K in keyof S]: WindowOf<S[K]> };

/** A description of a function of the window around each row. */
export interface RollingDescription<I extends Schema, O extends Output, P extends Schema = Schema>
  extends Columns<I, O, P> {
  /** The rows that belong to the window of a row: by position, or by the values of a column. */
  readonly window: RowWindow | RangeWindow<keyof I & string>;
  /**
   * The name or names of columns. A window only has rows whose values in these columns equal the row's own, in the order of the
   * table; they need not be adjacent. Nulls are equal, all NaN are equal, and so are 0 and -0.
   */
  readonly partitionBy?: (keyof I & string) | readonly (keyof I & string)[];
  /**
   * True to let loops add in the order of {@link NumberWindow.sum}. It rounds less, and its steps per row do not depend on the
   * size of the window, or only on its logarithm. A `for` loop or a `reduce` over a window is reordered if it adds a number
   * that is computed from the element, params and constants. Default: false, so that every loop adds in exactly the order in
   * which it is written.
   */
  readonly reorder?: boolean;
  /** Computes one output row from the windows of a row. It must be pure; `rowfuse build` compiles it and never runs it. */
  frame(windows: WindowsOf<I>, context: RowContext<P>): ResultOf<O>;
}

/**
 * Describes a function of the rows around each row: moving averages, extremes, or any loop over those rows. Export it as a
 * `const` from a module and run `rowfuse build` on that module, as with {@link transform}. The result has one row per input
 * row, in the order of the input.
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
