import type { ts } from 'ts-morph';
import type { Column, Grouping } from '../ir/row-function.js';

/** One transform as it stands in the source. The row function is not analysed yet. */
export interface ParsedTransform {
  /** The name under which the module exports it. */
  readonly name: string;
  /** The module, relative to the project. */
  readonly source: string;
  /**
   * The rows that an input row becomes. `expand`: those that the generator `row` yields. `transform`: one, or none if
   * `where` is false. `rolling`: the one that `row` computes from the windows of its row.
   */
  readonly kind: DescriptionKind;
  /** The call of the DSL's function, for messages about the transform as a whole. */
  readonly call: ts.CallExpression;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** The values that a call passes besides the columns. */
  readonly params: readonly Column[];
  /** True for one unnamed output column, whose result is a vector; otherwise the result is a table. */
  readonly single: boolean;
  readonly row: RowFunctionNode;
  readonly where: RowFunctionNode | undefined;
  /**
   * The structs of the input that the parameters are, in order, for a function of a user-defined aggregate. Any other
   * row function takes the row and the scalars of the call.
   */
  readonly parameters?: readonly string[];
  /** The rows of a window, as the source states them (`rolling` only). */
  readonly window?: ts.Expression;
  /** The columns whose values are equal in all rows of a window (`rolling` only). */
  readonly partitionBy?: ts.Expression;
  /** The flag that lets loops add in another order than their own (`rolling` only). */
  readonly reorder?: ts.Expression;
  /** The indices of the input columns that the result keeps, in the order of the result. */
  readonly keep: readonly number[];
}

export type DescriptionKind = 'transform' | 'expand' | 'rolling';

/** The property of a description that is its row function. */
export const rowFunctionName = { transform: 'row', expand: 'rows', rolling: 'frame' } as const;

/** Transforms that run one after the other, and become one row function. */
export interface ParsedPipe
  extends Omit<ParsedTransform, 'kind' | 'row' | 'where' | 'window' | 'partitionBy' | 'reorder' | 'parameters'> {
  readonly kind: 'pipe';
  readonly stages: readonly PipeStage[];
  /** The stages that read `index` after a stage that filters or expands rows. */
  readonly counted: readonly CountedStage[];
  /** The pipe for which a pass counts rows, and the stage to which those rows come. */
  readonly counts?: { readonly pipe: string; readonly place: number };
}

/**
 * Rows in groups: those of the input, or those that stages return. `output` holds the columns of the result. No column
 * is kept, because all are keys or aggregates.
 */
export interface ParsedAggregate extends Omit<ParsedPipe, 'kind' | 'counts'> {
  readonly kind: 'aggregate';
  /** The columns that are grouped: those of the key, then the others that aggregates read. */
  readonly columns: readonly Column[];
  /** Their indices among the columns of the last stage, or of the input. */
  readonly places: readonly number[];
  readonly grouping: Grouping;
  /** The user-defined aggregates. */
  readonly reductions: readonly ParsedReduction[];
}

/** A user-defined aggregate. Its functions are row functions of structs: states and rows. */
export interface ParsedReduction {
  /** The column of the result, and its index there. */
  readonly name: string;
  readonly place: number;
  readonly call: ts.CallExpression;
  readonly state: readonly Column[];
  /** The columns that it reads of a row, as it declares them. */
  readonly input: readonly Column[];
  readonly functions: Readonly<Record<ReductionFunction, ParsedTransform>>;
}

export const reductionFunctions = ['init', 'step', 'merge', 'finish'] as const;

export type ReductionFunction = (typeof reductionFunctions)[number];

/** A stage whose row numbers are unknown until its rows have been counted. */
export interface CountedStage {
  readonly place: number;
  /** The column of an earlier pass that tells each row how many rows came from those before it. */
  readonly column: Column;
}

export interface PipeStage {
  readonly transform: ParsedTransform;
  /**
   * The index of each input column among the columns of the previous stage; in the first stage, its own. `'there'`
   * marks the presence of a nullable struct that the previous stage never leaves null.
   */
  readonly from: readonly (number | 'there')[];
}

/** Any description of a module. */
export type ParsedDescription = ParsedTransform | ParsedPipe | ParsedAggregate;

/** Descriptions that consist of stages. */
export type ParsedStages = ParsedPipe | ParsedAggregate;

export function hasStages(description: ParsedDescription): description is ParsedStages {
  return 'stages' in description;
}

/** Returns the stages of a description that is itself used as a stage. */
export function stagesOf(description: ParsedTransform | ParsedPipe): readonly PipeStage[] {
  return description.kind === 'pipe' ? description.stages : [{ transform: description, from: [] }];
}

/** Returns the columns of a result: the kept ones, then those of `output`. */
export function resultColumns({
  input,
  keep,
  output,
}: Pick<ParsedTransform, 'input' | 'keep' | 'output'>): readonly Column[] {
  return [...keep.flatMap((place) => input[place] ?? []), ...output];
}

/** True if the result is a vector: one unnamed column, and no kept column. */
export function givesVector({ single, keep }: Pick<ParsedTransform, 'single' | 'keep'>): boolean {
  return single && keep.length === 0;
}

/** A row function: `row({ name }) { … }`, `row: ({ name }) => …` or `row: function ({ name }) { … }`. */
export type RowFunctionNode = ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** True if a row may become several. */
export function makesRows(description: ParsedDescription): boolean {
  if (hasStages(description))
    return !isCount(description) && description.stages.some(({ transform }) => makesRows(transform));
  return description.kind === 'expand';
}

/** True if the result may have another number of rows than the input. */
export function dropsRows(description: ParsedDescription): boolean {
  if (hasStages(description))
    return !isCount(description) && description.stages.some(({ transform }) => dropsRows(transform));
  return description.kind === 'expand' || description.where !== undefined;
}

/** True for a pass that returns how many rows each row becomes. */
function isCount(description: ParsedStages): boolean {
  return description.kind === 'pipe' && description.counts !== undefined;
}
