import type { ResultColumn } from '../output/result-columns.js';

/** Writes the values of one column, row by row. */
export interface ValueWriter {
  /** The values that the type holds, in words, for messages. */
  readonly expected: string;
  /** Returns advice for a value of the column's kind that does not fit. */
  fix?(value: unknown): string | undefined;
  /** True if a value is of the column's type, and fits. */
  holds(value: unknown): boolean;
  /** Writes a value. Returns false if it is not of the column's type or does not fit. */
  write(index: number, value: unknown): boolean;
  /** Writes a null, for which a writer with offsets must repeat the last offset. */
  skip(index: number): void;
  /** Returns false if the value would exceed the limit of the chunk's offsets. */
  hasRoom(value: unknown): boolean;
  /** For a list: returns the first element that the column cannot hold; undefined if the value is not a list. */
  unfitElement?(value: unknown): UnfitElement | undefined;
  finish(length: number): Pick<ResultColumn, 'values' | 'offsets' | 'child'>;
}

/** An element that its list cannot hold. */
export interface UnfitElement {
  readonly place: number;
  readonly value: unknown;
  /** The declared type of the elements. */
  readonly type: string;
  /** The values that the type holds, in words, and advice for this value. */
  readonly expected: string;
  readonly fix: string | undefined;
}
