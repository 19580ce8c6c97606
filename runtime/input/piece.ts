import type { InputBuffers } from '../backend/addon.js';

/** Rows that lie within one chunk of every column, ready for a backend. */
export interface Piece {
  /** The number of its first row in the whole input. */
  readonly start: number;
  readonly length: number;
  /** One entry per declared input column. Columns that are not read are empty. */
  readonly buffers: readonly InputBuffers[];
  /** Throws InputChangedError if the memory behind the buffers is gone. */
  verify(): void;
}
