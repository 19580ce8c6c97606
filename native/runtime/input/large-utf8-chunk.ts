import type { InputBuffers } from '../addon.js';
import { firstNull, type Validity } from '../bitmap.js';
import { type Chunk, type ChunkPlace, inputBuffers, malformedRow } from './chunk.js';

/** Text with 64-bit offsets: the bytes stay where they are, the offsets are narrowed. */
export class LargeUtf8Chunk implements Chunk {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** Halves of the offsets: reading BigInts costs about ten times as much. */
  readonly #words: Uint32Array;
  readonly #validity: Validity;
  readonly #place: ChunkPlace;

  constructor(bytes: Uint8Array, offsets: BigInt64Array, length: number, validity: Validity, place: ChunkPlace) {
    this.length = length;
    this.#bytes = bytes;
    this.#words = new Uint32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
    this.#validity = validity;
    this.#place = place;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const first = this.#offset(start);
    const last = this.#offset(start + length);
    const offsets = new Int32Array(length + 1);
    for (let row = 1, before = 0; row <= length; row += 1) {
      const end = this.#offset(start + row) - first;
      if (end < before || first + end > this.#bytes.length) {
        throw malformedRow(this.#place, start + row - 1, `its offsets run from ${first + before} to ${first + end}`);
      }
      offsets[row] = end;
      before = end;
    }
    if (last - first > maxBytes) return undefined;
    return inputBuffers(this.#bytes.subarray(first, last), 0, offsets, this.#validity, start);
  }

  #offset(row: number): number {
    return (this.#words[2 * row + 1] ?? 0) * 2 ** 32 + (this.#words[2 * row] ?? 0);
  }
}
