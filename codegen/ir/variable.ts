import type { Type } from './type.js';

/** Identifies a variable within its row function: its index in `RowFunction.variables`. */
export type VariableId = number;

/** A column that the row function reads, or a local constant or variable. */
export interface Variable {
  readonly id: VariableId;
  /** The name in the source; not unique. */
  readonly name: string;
  /** The place of the input column, for a column. */
  readonly column: number | undefined;
  /** For a variable of reductions: the place of the column whose value in a row of the window it is. */
  readonly element?: number;
  /** Set for a kept column of times, which is read as it is stored: a number may be too short for its values. */
  readonly raw?: true;
  /** Set for a kept list of structs: required fields are null where their structs are null, instead of anything. */
  readonly whole?: true;
  /** Includes every value that is ever assigned. */
  readonly stored: Type;
  /** True if something is assigned after the declaration. */
  readonly reassigned: boolean;
}
