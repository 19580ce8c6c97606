import type { ExpandDescription } from './expand.js';
import type { Columns, Output, TransformDescription } from './transform.js';
import type { ColumnType, Schema } from './types.js';

declare const columns: unique symbol;

/** A transform, an `expand` or a pipe, as a stage of another pipe. */
export type Stage =
  | TransformDescription<Schema, Output, Schema>
  | ExpandDescription<Schema, Output, Schema>
  | PipeDescription;

/** A description of transforms one after the other. */
export interface PipeDescription<C extends Schema = Schema> {
  readonly stages: readonly [Stage, Stage, ...Stage[]];
  /** Never present at run time: it only carries the columns of the last stage through the type checker. */
  readonly [columns]?: C;
}

/**
 * The columns that a stage gives, with those that it may keep. What a stage with one unnamed column gives has the stage's name,
 * which types do not know: any name is one then.
 */
export type StageColumns<S extends Stage> =
  S extends PipeDescription<infer C>
    ? C
    : S extends Columns<infer I, infer O, Schema>
      ? O extends ColumnType
        ? { readonly [name: string]: ColumnType<never> }
        : O & Omit<I, keyof O>
      : never;

type LastOf<S extends readonly Stage[]> = S extends readonly [...Stage[], infer L extends Stage] ? L : Stage;

/**
 * Describes transforms one after the other as one: each takes the columns that the one before gives, by their names; a single
 * output column goes to a single input column whatever that is called. They are compiled into one row function, so that no
 * column between them is ever stored; each value still becomes what its column would have made of it. Rows that a stage's
 * `where` drops are seen by no later one, and each row that an `expand` yields goes through all stages behind it.
 *
 * The stages are transforms of this module or another, exported or not, or are written here. The result is the last stage's, and
 * takes the first one's columns, and the `params` of all of them.
 *
 * @example
 * export const maskedNames = pipe(trimmed, redact);
 */
export function pipe<const S extends readonly [Stage, Stage, ...Stage[]]>(
  ...stages: S
): PipeDescription<StageColumns<LastOf<S>>> {
  return { stages };
}
