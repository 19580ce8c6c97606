import type { Columns, Output, ResultOf, RowContext } from './transform.js';
import type { RowOf, Schema } from './types.js';

/** A description of a transformation of each row into any number of rows. */
export interface ExpandDescription<I extends Schema, O extends Output, P extends Schema = Schema>
  extends Columns<I, O, P> {
  /**
   * Computes the output rows of one input row: one per `yield`. It must be pure; `rowfuse build` compiles it and never runs it.
   * The result has the order of the input rows, and within each the order of its `yield`s.
   */
  rows(row: RowOf<I>, context: RowContext<P>): Generator<ResultOf<O>, void, undefined>;
}

/**
 * Describes a transformation of each row into zero, one or many rows. Export it as a `const` from a module and run
 * `rowfuse build` on that module, as with {@link transform}.
 *
 * @example
 * export const words = expand({
 *   input: { id: int32, line: utf8 },
 *   output: { word: utf8 },
 *   keep: ['id'],
 *   *rows({ line }) {
 *     for (const word of line.split(' ')) if (word !== '') yield { word };
 *   },
 * });
 */
export function expand<const I extends Schema, const O extends Output, const P extends Schema = Record<never, never>>(
  description: ExpandDescription<I, O, P>,
): ExpandDescription<I, O, P> {
  return description;
}
