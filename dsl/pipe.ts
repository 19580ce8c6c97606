import type { ExpandDescription } from './expand.js';
import type { Columns, Output, TransformDescription } from './transform.js';
import type { ColumnType, Schema } from './types.js';

declare const columns: unique symbol;

/** A transform, an `expand` or a pipe, as a stage of another pipe. */
export type Stage =
  | TransformDescription<Schema, Output, Schema>
  | ExpandDescription<Schema, Output, Schema>
  | PipeDescription;

/** A description of several transforms that run one after the other. */
export interface PipeDescription<C extends Schema = Schema> {
  /** The stages, in the order in which rows pass through them. */
  readonly stages: readonly [Stage, Stage, ...Stage[]];
  /** Never present at run time: it only carries the columns of the last stage through the type checker. */
  readonly [columns]?: C;
}

/**
 * The columns of a stage's result, including those that it may keep. A single unnamed column gets the name of the stage, which
 * the types do not know, so any name is allowed then.
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
 * Describes several transforms as one, in which each stage takes the columns of the previous stage's result.
 *
 * Columns are matched by name, and their types must be equal; a single output column goes to a single input column of any name.
 * All stages are compiled into one row function, so no column between them is stored. Values are still converted to the types
 * of those columns: a `float32` is rounded, and a number that an `int8` cannot hold fails the row. Rows that a `where` drops
 * reach no later stage, and each row that an `expand` yields passes through all later stages.
 *
 * Stages are `transform`s, `expand`s and `pipe`s: constants of this or another module, exported or not, or written in the call.
 * The pipe takes the columns of the first stage and the `params` of all stages, and returns the result of the last stage.
 *
 * @param stages the stages, two or more, in order
 * @example
 * const trimmed = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.trim() });
 * const shouted = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => `${text}!` });
 * export const shout = pipe(trimmed, shouted);
 */
export function pipe<const S extends readonly [Stage, Stage, ...Stage[]]>(
  ...stages: S
): PipeDescription<StageColumns<LastOf<S>>> {
  return { stages };
}
