import type { Expression } from './expression.js';
import type { VariableId } from './variable.js';

export type Statement =
  | Declare
  | Assign
  | Evaluate
  | If
  | Block
  | Loop
  | ForOf
  | Sort
  | Break
  | Continue
  | Leave
  | Step
  | Emit
  | Return
  | Throw;

interface Node {
  /** The line of the user's source, from 1, for `#line` and for profilers. */
  readonly line: number;
  /** The module of that line, relative to the project, where it is not the row function's. */
  readonly module?: string;
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

/** Identifies a block that is left from inside: by `break` with a label, from a `switch`, by the `return` of an inlined function. */
export type Label = number;

export interface Block extends Node {
  readonly kind: 'block';
  readonly body: readonly Statement[];
  /** Of a block that {@link Leave} leaves. */
  readonly label?: Label;
}

/** Identifies a loop of the source. Where a function is inlined twice, so are its loops. */
export type LoopId = number;

/** What a loop of the IR is in the source. */
export interface LoopOrigin {
  readonly id: LoopId;
  /** The variables that are assigned in it by their names; of `reduce` what goes from step to step, which has none. */
  readonly assigned: readonly { readonly variable: VariableId; readonly name: string }[];
}

/** `for`, `while` and `do … while`. */
export interface Loop extends Node {
  readonly kind: 'loop';
  /** Boolean, asked before each step. */
  readonly test: Expression;
  /** `do … while`: the first step is taken unasked. */
  readonly bodyFirst: boolean;
  readonly body: readonly Statement[];
  /** Assignments that end each step, `continue` included. */
  readonly update: readonly Statement[];
  /** Nothing proves that the loop ends soon: its steps count towards the row's limit. */
  readonly counted: boolean;
  readonly origin?: LoopOrigin;
}

/** A step for each code point of a string of one piece (half a surrogate pair is one by itself), or for each element of an array. */
export interface ForOf extends Node {
  readonly kind: 'for-of';
  readonly variable: VariableId;
  readonly source: Expression;
  readonly body: readonly Statement[];
  readonly origin?: LoopOrigin;
}

/**
 * Sorts an array in place, as V8 does: a step for each pair of elements that it compares, in its order. Neither of the two is
 * undefined; such elements are at the end.
 */
export interface Sort extends Node {
  readonly kind: 'sort';
  /** A variable of an array in scratch memory that nothing else holds. */
  readonly array: Expression;
  /** Whose sequence of comparisons it has. Newer engines have one of their own for few elements in `sort`. */
  readonly method: 'sort' | 'toSorted';
  /** The elements that are compared. */
  readonly left: VariableId;
  readonly right: VariableId;
  readonly body: readonly Statement[];
  /** Boolean, asked at the end of each step: whether the comparator gives less than 0. */
  readonly isBefore: Expression;
}

/** Leaves the innermost loop. */
export interface Break extends Node {
  readonly kind: 'break';
}

/** Ends the step of the innermost loop. */
export interface Continue extends Node {
  readonly kind: 'continue';
}

/** Goes on behind the block of the label, which is around. */
export interface Leave extends Node {
  readonly kind: 'leave';
  readonly label: Label;
}

/** Counts a step towards the row's limit, where a counted loop asks its test inside its body. */
export interface Step extends Node {
  readonly kind: 'step';
}

/** Adds an output row, of one value an output column in the order of the columns, where rows come and go; and goes on. */
export interface Emit extends Node {
  readonly kind: 'emit';
  readonly values: readonly Expression[];
}

/**
 * Ends the row with an output row, of one value an output column in the order of the columns. Without values, where rows come
 * and go: adds none.
 */
export interface Return extends Node {
  readonly kind: 'return';
  readonly values: readonly Expression[];
}

/** Fails the row. What is thrown is the reference's to evaluate, which runs the row again for its message. */
export interface Throw extends Node {
  readonly kind: 'throw';
}
