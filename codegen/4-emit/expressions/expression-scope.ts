import type { Reduction } from '../../ir/row-function.js';
import type { Variable } from '../../ir/variable.js';
import type { Tables } from '../tables.js';

/** What the expressions of one function share. */
export interface ExpressionScope {
  readonly variables: readonly Variable[];
  /** What is computed of windows. */
  readonly reductions: readonly Reduction[];
  nameOf(variable: number): string;
  /** The name of a new buffer for the text of a number, which lives as long as the row. */
  newNumberText(): string;
  /** The same for a bigint. */
  newBigIntText(): string;
  readonly tables: Tables;
  /** The name of a new buffer of a size, likewise. */
  newTextBuffer(size: number): string;
  /** Says that the row builds strings. */
  useArena(): void;
  /** The cursor of a variable whose string is asked for unit after unit, in a loop; undefined where it may be another one. */
  cursorOf(variable: number): string | undefined;
}
