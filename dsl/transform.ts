import type { ColumnType, RowOf, Schema, ValueOf } from './types.js';

/** What a transform produces: one column, or several by name. */
export type Output = ColumnType | Schema;

/** What the row function returns for an output: the column's value, or an object with a value a column. */
export type ResultOf<O extends Output> = O extends ColumnType
  ? ValueOf<O>
  : O extends Schema
    ? // Not `RowOf<O>`: a row function that gives a struct of its input, a `RowOf` itself, would say what `O` is.
      { readonly [K in keyof O]: ValueOf<O[K]> }
    : never;

/** What a row function is told besides its row. */
export interface RowContext<P extends Schema> {
  /** The values that the call passes for `params`, the same for every row. */
  readonly params: RowOf<P>;
  /** The row's number in the whole input, from 0. */
  readonly index: number;
}

/** What the descriptions of `transform` and `expand` have in common. */
export interface Columns<I extends Schema, O extends Output, P extends Schema = Schema> {
  /** The columns that the row function reads. A table with further columns is fine. */
  readonly input: I;
  /** One column type, or an object of them by column name. */
  readonly output: O;
  /**
   * Input columns that stand before the output's in the result, as they are, under their own names: the result is a table
   * then. Rows that `where` drops are gone from them, and rows that `expand` makes have the values of the row that they come
   * from.
   */
  readonly keep?: readonly (keyof I & string)[];
  /** Values that each call passes, typed like columns: another value needs no other build. */
  readonly params?: P;
}

/** A description of a transformation of rows, one to one, or to none where `where` is false. */
export interface TransformDescription<I extends Schema, O extends Output, P extends Schema = Schema>
  extends Columns<I, O, P> {
  /** Rows for which it is false are dropped: `row` is not asked for them. Pure, as `row` is. */
  where?(row: RowOf<I>, context: RowContext<P>): boolean;
  /** Computes one output row from one input row. It must be pure: `rowfuse build` compiles it, and runs it nowhere. */
  row(row: RowOf<I>, context: RowContext<P>): ResultOf<O>;
}

/**
 * Describes a transformation of rows. Export the result from a module and run `rowfuse build` on that module: the
 * generated function of the same name takes Apache Arrow data and returns a `Vector` (one output column) or a `Table`
 * (several).
 *
 * @example
 * export const initials = transform({
 *   input: { name: utf8 },
 *   output: utf8,
 *   row: ({ name }) => name.charAt(0),
 * });
 */
export function transform<
  const I extends Schema,
  const O extends Output,
  const P extends Schema = Record<never, never>,
>(description: TransformDescription<I, O, P>): TransformDescription<I, O, P> {
  return description;
}
