import type { Type } from './type.js';

/** Identifies a variable within its row function: its index in `RowFunction.variables`. */
export type VariableId = number;

/** A column that the row function reads, or a local constant or variable. */
export interface Variable {
  readonly id: VariableId;
  /** As the user wrote it; not unique. */
  readonly name: string;
  /** The input column's number, for a column. */
  readonly column: number | undefined;
  /** Of a variable of reductions: the number of the column whose value in a row of the window it is. */
  readonly element?: number;
  /** Of a kept column of times: what the column stores, which a number may be too short for. */
  readonly raw?: true;
  /** Of a kept list of structs: what required fields are where their structs are null is null, and not anything. */
  readonly whole?: true;
  /** Holds every value that is ever assigned. */
  readonly stored: Type;
  /** True when something is assigned after the declaration. */
  readonly reassigned: boolean;
}
