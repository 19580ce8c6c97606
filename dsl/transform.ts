import type { ColumnType, RowOf, Schema, ValueOf } from './types.js';

/** The output of a transform: one unnamed column, or several columns by name. */
export type Output = ColumnType | Schema;

/** The return type of the row function: the value of the unnamed column, or an object with one value per column. */
export type ResultOf<O extends Output> = O extends ColumnType
  ? ValueOf<O>
  : O extends Schema
    ? // Not `RowOf<O>`: TypeScript would infer `O` from a row function that returns a struct of its input, which is a `RowOf`.
      { readonly [K in keyof O]: ValueOf<O[K]> }
    : never;

/** The second parameter of a row function: values that do not come from the row. */
export interface RowContext<P extends Schema> {
  /** The values that the call passes for `params`. They are the same for every row. */
  readonly params: RowOf<P>;
  /** The row's number, from 0, in the whole input. In a later stage of a `pipe`, rows are numbered as they reach that stage. */
  readonly index: number;
}

/** The properties that the descriptions of `transform`, `expand` and `rolling` share. */
export interface Columns<I extends Schema, O extends Output, P extends Schema = Schema> {
  /** The columns that the row function reads, by name. The table of a call may have further columns. */
  readonly input: I;
  /** One column type, for a result that is a `Vector`, or an object of column types by name, for a `Table`. */
  readonly output: O;
  /**
   * Names of input columns that the result has unchanged, under their own names, before those of `output`. The result is then
   * a `Table`, and a single unnamed output column gets the name of the transform. Rows that `where` drops are missing in them
   * too. Rows that `expand` yields have the values of their input row. Columns of `dictionary(utf8)` cannot be kept.
   */
  readonly keep?: readonly (keyof I & string)[];
  /** Values that each call passes, typed like columns. A call with other values needs no new build. */
  readonly params?: P;
}

/** A description of a transformation of rows into one row each, or none if `where` is false. */
export interface TransformDescription<I extends Schema, O extends Output, P extends Schema = Schema>
  extends Columns<I, O, P> {
  /** Decides which rows are kept. Rows for which it returns false are dropped without a call of `row`. It must be pure. */
  where?(row: RowOf<I>, context: RowContext<P>): boolean;
  /**
   * Computes one output row from one input row. It must be pure; `rowfuse build` compiles it and never runs it. An error that
   * it throws, or a value that the output cannot hold, fails the row with a `RowError`. The option `onError` of a call says
   * what happens then; by default the call fails.
   */
  row(row: RowOf<I>, context: RowContext<P>): ResultOf<O>;
}

/**
 * Describes a transformation of rows. Export it as a `const` from a module and run `rowfuse build` on that module. The
 * generated function of the same name takes Apache Arrow data. It returns a `Vector` if `output` is one column type and no
 * column is kept, and otherwise a `Table`.
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
