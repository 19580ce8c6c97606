import type { InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Validity } from '../../values/bitmap.js';
import type { BorrowedBuffers } from '../borrowed-buffers.js';

/** The most bytes of text that 32-bit offsets can address. */
export const maxTextBytes = 0x7fffffff;

/** The place of a chunk in the input, for messages. */
export interface ChunkPlace {
  readonly column: string;
  /** The number of the chunk's first row in the whole input. */
  readonly row: number;
}

/** Rows of one input column that lie together in memory. */
export interface Chunk {
  readonly length: number;
  /** Returns the first row that is null, or -1. */
  firstNull(): number;
  /**
   * Returns the buffers of some of its rows in the layout that backends read. They are views if the chunk has that layout, else a converted
   * copy, which counts in `memory`. Undefined if the text would exceed `maxBytes`: ask for fewer rows.
   */
  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined;
}

/** Wraps a field of a struct that may be null only where its struct is. `firstNull` is the first row that violates this, or -1. */
export function requiredChunk(chunk: Chunk, firstNull: number): Chunk {
  return {
    length: chunk.length,
    firstNull: () => firstNull,
    read: (start, length, maxBytes, memory) => chunk.read(start, length, maxBytes, memory),
  };
}

/** A chunk and the user's memory that it reads; undefined if it reads only memory of the runtime. */
export interface HeldChunk {
  readonly chunk: Chunk;
  readonly memory: BorrowedBuffers | undefined;
}

/** Makes buffers, leaving out those that are absent. */
export function inputBuffers(
  values: ArrayBufferView,
  valuesBit: number,
  offsets: Int32Array | undefined,
  validity: Validity,
  start: number,
): InputBuffers {
  const buffers: { -readonly [name in keyof InputBuffers]: InputBuffers[name] } = {
    values,
    valuesBit,
    validityBit: validity === undefined ? 0 : validity.offset + start,
  };
  if (offsets !== undefined) buffers.offsets = offsets;
  if (validity !== undefined) buffers.validity = validity.bits;
  return buffers;
}
