import type { InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Validity } from '../../values/bitmap.js';
import type { BorrowedBuffers } from '../borrowed-buffers.js';

/** The most bytes of text that 32-bit offsets can address. */
export const maxTextBytes = 0x7fffffff;

/** Where a chunk stands in the input, for messages. */
export interface ChunkPlace {
  readonly column: string;
  /** The number, in the whole input, of the chunk's first row. */
  readonly row: number;
}

/** Rows of one input column that lie together in memory. */
export interface Chunk {
  readonly length: number;
  /** The first row that is null, or -1. */
  firstNull(): number;
  /**
   * The buffers of some of its rows, in the layout that the backends read: a view where the chunk has that layout, else
   * a converted copy, which counts in. Undefined when the text would pass `maxBytes`: ask for fewer rows.
   */
  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined;
}

/** A field of a struct: null is wrong only in the rows where the struct is there, of which the first is known; -1 for none. */
export function requiredChunk(chunk: Chunk, firstNull: number): Chunk {
  return {
    length: chunk.length,
    firstNull: () => firstNull,
    read: (start, length, maxBytes, memory) => chunk.read(start, length, maxBytes, memory),
  };
}

/** A chunk and the user's memory that it looks at; undefined where it has only memory of our own. */
export interface HeldChunk {
  readonly chunk: Chunk;
  readonly memory: BorrowedBuffers | undefined;
}

/** Puts buffers together, leaving out what is absent. */
export function inputBuffers(
  values: ArrayBufferView,
  valuesBit: number,
  offsets: Int32Array | undefined,
  validity: Validity,
  start: number,
): InputBuffers {
  return {
    values,
    valuesBit,
    ...(offsets !== undefined && { offsets }),
    ...(validity !== undefined && { validity: validity.bits }),
    validityBit: validity === undefined ? 0 : validity.offset + start,
  };
}
