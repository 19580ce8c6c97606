import type { InputBuffers } from '../backend/addon.js';

/** Rows that lie within one chunk of every column, ready for a backend. */
export interface Piece {
  /** The number, in the whole input, of its first row. */
  readonly start: number;
  readonly length: number;
  /** One entry a declared input column; those that are not read are empty. */
  readonly buffers: readonly InputBuffers[];
  /** Throws InputChangedError when the memory behind the buffers is gone. */
  verify(): void;
}
