import type { ExpandDescription } from './expand.js';
import type { Output, TransformDescription } from './transform.js';
import type { Schema } from './types.js';

/** A transform, an `expand` or a pipe, as a stage of another pipe. */
export type Stage =
  | TransformDescription<Schema, Output, Schema>
  | ExpandDescription<Schema, Output, Schema>
  | PipeDescription;

/** A description of transforms one after the other. */
export interface PipeDescription {
  readonly stages: readonly [Stage, Stage, ...Stage[]];
}

/**
 * Describes transforms one after the other as one: each takes the columns that the one before gives, by their names; a single
 * output column goes to a single input column whatever that is called. They are compiled into one row function, so that no
 * column between them is ever stored; each value still becomes what its column would have made of it. Rows that a stage's
 * `where` drops are seen by no later one, and each row that an `expand` yields goes through all stages behind it.
 *
 * The stages are exported transforms of this module or another. The result is the last stage's, and takes the first one's
 * columns, and the `params` of all of them.
 *
 * @example
 * export const maskedNames = pipe(trimmed, redact);
 */
export function pipe(...stages: readonly [Stage, Stage, ...Stage[]]): PipeDescription {
  return { stages };
}
