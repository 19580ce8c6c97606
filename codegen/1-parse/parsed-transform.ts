import type { ts } from 'ts-morph';
import type { Column } from '../ir/row-function.js';

/** What stands in the source about one transform: nothing of the row function is understood yet. */
export interface ParsedTransform {
  /** The name under which the module exports it. */
  readonly name: string;
  /** The module, relative to the project. */
  readonly source: string;
  /** Of `expand` each row becomes what the generator `row` yields; of `transform` one row, or none where `where` is false. */
  readonly kind: DescriptionKind;
  /** The call of `transform` or `expand`, for messages about it as a whole. */
  readonly call: ts.CallExpression;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** What a call passes besides the columns. */
  readonly params: readonly Column[];
  /** One unnamed output column, whose result is a vector; otherwise a table. */
  readonly single: boolean;
  readonly row: RowFunctionNode;
  readonly where: RowFunctionNode | undefined;
  /** The places of the input columns that the result has as they are, in the order of the result. */
  readonly keep: readonly number[];
}

export type DescriptionKind = 'transform' | 'expand';

/** `row({ name }) { … }`, `row: ({ name }) => …` or `row: function ({ name }) { … }`. */
export type RowFunctionNode = ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;
