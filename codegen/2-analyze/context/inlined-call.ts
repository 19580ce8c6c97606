import type { ts } from '../../1-parse/syntax/ts.js';
import type { Label, Statement } from '../../ir/statement.js';
import type { FunctionNode, Value } from '../values/value.js';
import type { Flow } from './flow.js';

/** The joined result of a call that may return in several places. */
export interface Results {
  /** Returns the statements that assign one result, for the end of its branch. */
  assign(given: Value | undefined, line: number): readonly Statement[];
  /** Returns the declarations of the variables that hold the result, which precede the body. */
  declarations(line: number): readonly Statement[];
  /** Returns the value of the call, or undefined if it was reported. */
  read(): Value | undefined;
}

/** A call that is being inlined, and the target of its `return`s. */
export interface InlinedCall {
  readonly node: FunctionNode;
  /** The place that calls it. */
  readonly call: ts.Node;
  readonly result: Results;
  readonly label: Label;
  afterReturn: Flow | undefined;
  /** For a generator: compiles a row that it yields. */
  readonly emit?: EmitRow;
}

/** Returns the statements for one row; `node` is its expression in the source. */
export type EmitRow = (row: Value, node: ts.Expression) => readonly Statement[];
