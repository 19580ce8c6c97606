import type { Expression } from './expression.js';
import type { VariableId } from './variable.js';

export type Statement = Declare | Assign | Evaluate | If | Block | Return;

interface Node {
  /** The line of the user's source, from 1, for `#line` and for profilers. */
  readonly line: number;
}

export interface Declare extends Node {
  readonly kind: 'declare';
  readonly variable: VariableId;
  /** Of the variable's stored type. */
  readonly value: Expression;
}

export interface Assign extends Node {
  readonly kind: 'assign';
  readonly variable: VariableId;
  /** Of the variable's stored type. */
  readonly value: Expression;
}

/** An expression for the sake of its faults. */
export interface Evaluate extends Node {
  readonly kind: 'evaluate';
  readonly value: Expression;
}

export interface If extends Node {
  readonly kind: 'if';
  /** Boolean. */
  readonly test: Expression;
  readonly whenTrue: readonly Statement[];
  readonly whenFalse: readonly Statement[];
}

export interface Block extends Node {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}

/** Ends the row with one value an output column, in the order of the columns. */
export interface Return extends Node {
  readonly kind: 'return';
  readonly values: readonly Expression[];
}
