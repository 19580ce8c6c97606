import type { ts } from 'ts-morph';
import type { Column, Grouping } from '../ir/row-function.js';

/** What stands in the source about one transform: nothing of the row function is understood yet. */
export interface ParsedTransform {
  /** The name under which the module exports it. */
  readonly name: string;
  /** The module, relative to the project. */
  readonly source: string;
  /**
   * Of `expand` each row becomes what the generator `row` yields; of `transform` one row, or none where `where` is false; of
   * `rolling` what `row` makes of the windows of its row.
   */
  readonly kind: DescriptionKind;
  /** The call of the DSL's function, for messages about it as a whole. */
  readonly call: ts.CallExpression;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** What a call passes besides the columns. */
  readonly params: readonly Column[];
  /** One unnamed output column, whose result is a vector; otherwise a table. */
  readonly single: boolean;
  readonly row: RowFunctionNode;
  readonly where: RowFunctionNode | undefined;
  /**
   * Of a function of an aggregate: the structs of the input that its parameters are, one after the other. Any other row function has
   * the row, and what a call tells besides.
   */
  readonly parameters?: readonly string[];
  /** Of `rolling`: the rows that windows have, as the source says it. */
  readonly window?: ts.Expression;
  /** Of `rolling`: the columns whose values rows of a window share. */
  readonly partitionBy?: ts.Expression;
  /** Of `rolling`: whether loops may add in another order than theirs. */
  readonly reorder?: ts.Expression;
  /** The places of the input columns that the result has as they are, in the order of the result. */
  readonly keep: readonly number[];
}

export type DescriptionKind = 'transform' | 'expand' | 'rolling';

/** The property of a description that is its row function. */
export const rowFunctionName = { transform: 'row', expand: 'rows', rolling: 'frame' } as const;

/** Transforms one after the other, which become one row function. */
export interface ParsedPipe
  extends Omit<ParsedTransform, 'kind' | 'row' | 'where' | 'window' | 'partitionBy' | 'reorder' | 'parameters'> {
  readonly kind: 'pipe';
  readonly stages: readonly PipeStage[];
  /** The stages that ask for `index` behind one that drops or makes rows. */
  readonly counted: readonly CountedStage[];
  /** Of a pass that counts rows for another pipe: the name of that, and the stage to which the rows come. */
  readonly counts?: { readonly pipe: string; readonly place: number };
}

/**
 * Rows in groups: those of the input, or those that stages give. `output` are the columns of the result, and none is kept: keys and
 * values are computed.
 */
export interface ParsedAggregate extends Omit<ParsedPipe, 'kind' | 'counts'> {
  readonly kind: 'aggregate';
  /** The columns that are grouped: those of the key, then each other that something is computed of. */
  readonly columns: readonly Column[];
  /** Their places among those that the last stage gives, or in the input. */
  readonly places: readonly number[];
  readonly grouping: Grouping;
  /** Those of its aggregates that are the user's own. */
  readonly reductions: readonly ParsedReduction[];
}

/** An aggregate of the user's own. Its functions are row functions of structs: states, and rows. */
export interface ParsedReduction {
  /** The column of the result, and its place there. */
  readonly name: string;
  readonly place: number;
  readonly call: ts.CallExpression;
  readonly state: readonly Column[];
  /** What it reads of a row, as it declares it. */
  readonly input: readonly Column[];
  readonly functions: Readonly<Record<ReductionFunction, ParsedTransform>>;
}

export const reductionFunctions = ['init', 'step', 'merge', 'finish'] as const;

export type ReductionFunction = (typeof reductionFunctions)[number];

/** A stage to which nobody knows how many rows come before they have been counted. */
export interface CountedStage {
  readonly place: number;
  /** What a pass before tells each row: how many came from those before it. */
  readonly column: Column;
}

export interface PipeStage {
  readonly transform: ParsedTransform;
  /**
   * Of each input column, the place among the columns that the stage before gives; of the first stage, its own. A struct that
   * may be null is there in any case where the stage before gives one that may not.
   */
  readonly from: readonly (number | 'there')[];
}

/** Whatever a module describes. */
export type ParsedDescription = ParsedTransform | ParsedPipe | ParsedAggregate;

/** Stages one after the other. */
export type ParsedStages = ParsedPipe | ParsedAggregate;

export function hasStages(description: ParsedDescription): description is ParsedStages {
  return 'stages' in description;
}

/** A description as the stages that it is by itself, where it stands among others. */
export function stagesOf(description: ParsedTransform | ParsedPipe): readonly PipeStage[] {
  return description.kind === 'pipe' ? description.stages : [{ transform: description, from: [] }];
}

/** The columns of a result: those that are kept, then those of `output`. */
export function resultColumns({
  input,
  keep,
  output,
}: Pick<ParsedTransform, 'input' | 'keep' | 'output'>): readonly Column[] {
  return [...keep.flatMap((place) => input[place] ?? []), ...output];
}

/** Whether the result is a vector: of one unnamed column, beside which none is kept. */
export function givesVector({ single, keep }: Pick<ParsedTransform, 'single' | 'keep'>): boolean {
  return single && keep.length === 0;
}

/** `row({ name }) { … }`, `row: ({ name }) => …` or `row: function ({ name }) { … }`. */
export type RowFunctionNode = ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** Whether a row may become several. */
export function makesRows(description: ParsedDescription): boolean {
  if (hasStages(description))
    return !isCount(description) && description.stages.some(({ transform }) => makesRows(transform));
  return description.kind === 'expand';
}

/** Whether rows come and go: a result has not as many as its input. */
export function dropsRows(description: ParsedDescription): boolean {
  if (hasStages(description))
    return !isCount(description) && description.stages.some(({ transform }) => dropsRows(transform));
  return description.kind === 'expand' || description.where !== undefined;
}

/** Whether it tells of each row how many others it becomes. */
function isCount(description: ParsedStages): boolean {
  return description.kind === 'pipe' && description.counts !== undefined;
}
