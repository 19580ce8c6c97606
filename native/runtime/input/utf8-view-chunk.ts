import type { InputBuffers } from '../addon.js';
import { firstNull, isValue, type Validity } from '../bitmap.js';
import { ByteJoiner } from './byte-joiner.js';
import { type Chunk, type ChunkPlace, inputBuffers, malformedRow } from './chunk.js';

/**
 * Text as 16-byte views: a length, then either 12 bytes of text, or 4 bytes of prefix, a buffer's number and a position
 * in it (https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-view-layout).
 */
export class Utf8ViewChunk implements Chunk {
  static readonly #width = 16;
  static readonly #inline = 12;
  readonly length: number;
  readonly #views: Uint8Array;
  readonly #buffers: readonly Uint8Array[];
  readonly #validity: Validity;
  readonly #place: ChunkPlace;

  constructor(
    views: Uint8Array,
    buffers: readonly Uint8Array[],
    length: number,
    validity: Validity,
    place: ChunkPlace,
  ) {
    this.length = length;
    this.#views = views;
    this.#buffers = buffers;
    this.#validity = validity;
    this.#place = place;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const views = new DataView(this.#views.buffer, this.#views.byteOffset, this.#views.byteLength);
    const offsets = new Int32Array(length + 1);
    let total = 0;
    for (let row = 0; row < length; row += 1) {
      if (isValue(this.#validity, start + row)) {
        const size = views.getInt32((start + row) * Utf8ViewChunk.#width, true);
        if (size < 0) throw malformedRow(this.#place, start + row, `its length is ${size}`);
        total += size;
        if (total > maxBytes) return undefined;
      }
      offsets[row + 1] = total;
    }
    const joiner = new ByteJoiner(total);
    for (let row = 0; row < length; row += 1) {
      const size = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      if (size === 0) continue;
      const view = (start + row) * Utf8ViewChunk.#width;
      if (size <= Utf8ViewChunk.#inline) {
        joiner.append(this.#views, view + 4, size);
        continue;
      }
      const number = views.getInt32(view + 8, true);
      const from = views.getInt32(view + 12, true);
      const buffer = this.#buffers[number];
      if (buffer === undefined || from < 0 || from + size > buffer.length) {
        throw malformedRow(this.#place, start + row, `it points to ${size} bytes at ${from} of buffer ${number}`);
      }
      joiner.append(buffer, from, size);
    }
    return inputBuffers(joiner.finish(), 0, offsets, this.#validity, start);
  }
}
