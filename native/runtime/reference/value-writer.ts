import type { ResultColumn } from '../output/result-columns.js';

/** Writes values of one column, row after row. */
export interface ValueWriter {
  /** The value's type in words, for messages. */
  readonly expected: string;
  /** What to do about a value that is of the column's kind and does not fit. */
  fix?(value: unknown): string | undefined;
  /** Whether a value is of the column's type, and fits. */
  holds(value: unknown): boolean;
  /** False when the value is not of the column's type or does not fit. */
  write(index: number, value: unknown): boolean;
  /** A null still has to keep offsets going. */
  skip(index: number): void;
  /** False when the value would take the chunk past the limit of its offsets. */
  hasRoom(value: unknown): boolean;
  /** Of a list: the first element that the column cannot hold; undefined where the value is no list. */
  unfitElement?(value: unknown): UnfitElement | undefined;
  finish(length: number): Pick<ResultColumn, 'values' | 'offsets' | 'child'>;
}

/** An element that its list cannot hold. */
export interface UnfitElement {
  readonly place: number;
  readonly value: unknown;
  /** Of the elements, as they are declared. */
  readonly type: string;
  /** What that holds, in words, and what to do about the value. */
  readonly expected: string;
  readonly fix: string | undefined;
}
