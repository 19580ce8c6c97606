import type { Span } from '../diagnostics/index.js';
import type { Expression } from './expression.js';
import type { Type } from './type.js';
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
  | Machine
  | Routine
  | Recur
  | Finish
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
  /** The module of that line, relative to the project, if it differs from the row function's. */
  readonly module?: string;
  /** The place in the source. */
  readonly span?: Span;
}

export interface Declare extends Node {
  readonly kind: 'declare';
  readonly variable: VariableId;
  /** Has the variable's stored type. */
  readonly value: Expression;
}

export interface Assign extends Node {
  readonly kind: 'assign';
  readonly variable: VariableId;
  /** Has the variable's stored type. */
  readonly value: Expression;
}

/** Evaluates an expression only for its faults. */
export interface Evaluate extends Node {
  readonly kind: 'evaluate';
  readonly value: Expression;
}

export interface If extends Node {
  readonly kind: 'if';
  /** A boolean. */
  readonly test: Expression;
  readonly whenTrue: readonly Statement[];
  readonly whenFalse: readonly Statement[];
}

/** Identifies a block that is left from inside: by a labelled `break`, from a `switch`, or by the `return` of an inlined function. */
export type Label = number;

export interface Block extends Node {
  readonly kind: 'block';
  readonly body: readonly Statement[];
  /** Set if a {@link Leave} leaves the block. */
  readonly label?: Label;
}

/** Identifies a loop of the source. A function that is inlined twice has its loops twice. */
export type LoopId = number;

/** The loop of the source that a loop of the IR comes from. */
export interface LoopOrigin {
  readonly id: LoopId;
  /**
   * The variables that the loop assigns, with their names. The value that `reduce` carries from step to step is one of them and has no
   * name.
   */
  readonly assigned: readonly { readonly variable: VariableId; readonly name: string }[];
}

/** `for`, `while` and `do … while`. */
export interface Loop extends Node {
  readonly kind: 'loop';
  /** A boolean, evaluated before each step. */
  readonly test: Expression;
  /** True for `do … while`: the first step is taken without the test. */
  readonly bodyFirst: boolean;
  readonly body: readonly Statement[];
  /** Assignments at the end of each step, also after `continue`. */
  readonly update: readonly Statement[];
  /** True if nothing proves that the loop ends soon. Its steps then count towards the row's limit. */
  readonly counted: boolean;
  readonly origin?: LoopOrigin;
}

/** Takes a step for each code point of a string in one piece (a lone surrogate is one by itself), or for each element of an array. */
export interface ForOf extends Node {
  readonly kind: 'for-of';
  readonly variable: VariableId;
  readonly source: Expression;
  readonly body: readonly Statement[];
  readonly origin?: LoopOrigin;
}

/**
 * Sorts an array in place, as V8 does: a step for each pair of elements that V8 compares, in V8's order. Neither element is undefined;
 * undefined elements are at the end.
 */
export interface Sort extends Node {
  readonly kind: 'sort';
  /** Reads a variable whose array is in scratch memory and has no other owner. */
  readonly array: Expression;
  /** The method whose sequence of comparisons is used. Newer engines compare short arrays in another order in `sort`. */
  readonly method: 'sort' | 'toSorted';
  /** The two elements that are compared. */
  readonly left: VariableId;
  readonly right: VariableId;
  readonly body: readonly Statement[];
  /** A boolean, evaluated at the end of each step: true if the comparator returns less than 0. */
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

/** Continues after the enclosing block with the label. */
export interface Leave extends Node {
  readonly kind: 'leave';
  readonly label: Label;
}

/** Counts a step towards the row's limit, in a counted loop that tests inside its body. */
export interface Step extends Node {
  readonly kind: 'step';
}

/** Adds an output row with one value per output column, in the order of the columns, and continues. Occurs only if `emits` is `any`. */
export interface Emit extends Node {
  readonly kind: 'emit';
  readonly values: readonly Expression[];
}

/**
 * Ends the row with an output row of one value per output column, in the order of the columns. Without values it adds no row, unless
 * `emits` is `one`.
 */
export interface Return extends Node {
  readonly kind: 'return';
  readonly values: readonly Expression[];
}

/** Fails the row. The reference runs the row again for the message and evaluates the thrown value. */
export interface Throw extends Node {
  readonly kind: 'throw';
}

/** Identifies a function of a {@link Machine}: its place among the routines. */
export type RoutineId = number;

/**
 * Calls a function that calls itself, perhaps through others. Each of these is a routine of the machine, and each call has a frame in the
 * row's memory with the variables of its routine.
 */
export interface Machine extends Node {
  readonly kind: 'machine';
  /** The arguments of the first routine. */
  readonly values: readonly Expression[];
  /** Gets the result; it is declared here. */
  readonly variable: VariableId;
  /** Routines alone. */
  readonly body: readonly Statement[];
}

/** A function of a {@link Machine}. Control never passes its end. */
export interface Routine extends Node {
  readonly kind: 'routine';
  readonly id: RoutineId;
  readonly parameters: readonly VariableId[];
  /** The type of its results. */
  readonly result: Type;
  readonly body: readonly Statement[];
}

/** Calls a routine of the machine around, and goes on with its result. */
export interface Recur extends Node {
  readonly kind: 'recur';
  readonly routine: RoutineId;
  readonly values: readonly Expression[];
  /** Gets the result; it is declared here. */
  readonly variable: VariableId;
}

/** Ends a call of a routine. */
export interface Finish extends Node {
  readonly kind: 'finish';
  readonly value: Expression;
}
