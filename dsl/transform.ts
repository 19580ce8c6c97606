import type { ColumnType, RowOf, Schema, ValueOf } from './types.js';

/** What a transform produces: one column, or several by name. */
export type Output = ColumnType | Schema;

/** What the row function returns for an output: the column's value, or an object with a value a column. */
export type ResultOf<O extends Output> = O extends ColumnType ? ValueOf<O> : O extends Schema ? RowOf<O> : never;

/** A description of a transformation of rows, one to one. */
export interface TransformDescription<I extends Schema, O extends Output> {
  /** The columns that the row function reads. A table with further columns is fine. */
  readonly input: I;
  /** One column type, or an object of them by column name. */
  readonly output: O;
  /** Computes one output row from one input row. It must be pure: `rowfuse build` compiles it, and runs it nowhere. */
  row(row: RowOf<I>): ResultOf<O>;
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
export function transform<const I extends Schema, const O extends Output>(
  description: TransformDescription<I, O>,
): TransformDescription<I, O> {
  return description;
}
