import type { ts } from '../../1-parse/syntax/ts.js';
import type { Label, Statement } from '../../ir/statement.js';
import type { FunctionNode, Value } from '../values/value.js';
import type { Flow } from './flow.js';

/** What the results of a call come to, wherever it returns. */
export interface Results {
  /** The assignments of one of them, for the end of its branch. */
  assign(given: Value | undefined, line: number): readonly Statement[];
  /** The declarations of the variables that they are assigned to, for the place in front of the body. */
  declarations(line: number): readonly Statement[];
  /** The value of the call. Undefined where it was reported. */
  read(): Value | undefined;
}

/** A call that is being inlined: where its `return` goes. */
export interface InlinedCall {
  readonly node: FunctionNode;
  readonly result: Results;
  readonly label: Label;
  afterReturn: Flow | undefined;
  /** Of a generator: what becomes of a row that it yields. */
  readonly emit?: EmitRow;
}

/** The statements that a row becomes; `node` is what stands for it in the source. */
export type EmitRow = (row: Value, node: ts.Expression) => readonly Statement[];
