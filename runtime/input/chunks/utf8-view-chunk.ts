import type { InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { firstNull, isValue, type Validity } from '../../values/bitmap.js';
import { UnsoundCollector } from '../checks/unsound-rows.js';
import { ByteJoiner } from './byte-joiner.js';
import { type Chunk, inputBuffers } from './chunk.js';

/**
 * Text as 16-byte views: a length, then either 12 bytes of text, or 4 bytes of prefix, a buffer's number and a position in it
 * (https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-view-layout).
 */
export class Utf8ViewChunk implements Chunk {
  static readonly #width = 16;
  static readonly #inline = 12;
  readonly length: number;
  readonly #views: Uint8Array;
  readonly #buffers: readonly Uint8Array[];
  readonly #validity: Validity;

  constructor(views: Uint8Array, buffers: readonly Uint8Array[], length: number, validity: Validity) {
    this.length = length;
    this.#views = views;
    this.#buffers = buffers;
    this.#validity = validity;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined {
    memory.take(4 * length);
    const views = new DataView(this.#views.buffer, this.#views.byteOffset, this.#views.byteLength);
    const offsets = new Int32Array(length + 1);
    const unsound = new UnsoundCollector(length);
    let total = 0;
    for (let row = 0; row < length; row += 1) {
      if (isValue(this.#validity, start + row)) {
        const view = (start + row) * Utf8ViewChunk.#width;
        if (this.#isSound(views, view)) total += views.getInt32(view, true);
        else unsound.add(row);
        if (total > maxBytes) return undefined;
      }
      offsets[row + 1] = total;
    }
    memory.take(total);
    const joiner = new ByteJoiner(total);
    for (let row = 0; row < length; row += 1) {
      const size = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      if (size === 0) continue;
      const view = (start + row) * Utf8ViewChunk.#width;
      if (size <= Utf8ViewChunk.#inline) {
        joiner.append(this.#views, view + 4, size);
        continue;
      }
      const buffer = this.#buffers[views.getInt32(view + 8, true)];
      if (buffer !== undefined) joiner.append(buffer, views.getInt32(view + 12, true), size);
    }
    const describe = (row: number) => describeView(views, (start + row) * Utf8ViewChunk.#width);
    return {
      ...inputBuffers(joiner.finish(), 0, offsets, this.#validity, start),
      ...unsound.rows(describe, () => false),
    };
  }

  #isSound(views: DataView, view: number): boolean {
    const size = views.getInt32(view, true);
    if (size <= Utf8ViewChunk.#inline) return size >= 0;
    const from = views.getInt32(view + 12, true);
    return from >= 0 && from + size <= (this.#buffers[views.getInt32(view + 8, true)]?.length ?? -1);
  }
}

function describeView(views: DataView, view: number): string {
  const [size, number, from] = [0, 8, 12].map((at) => views.getInt32(view + at, true));
  return (size ?? 0) < 0
    ? `malformed view: its length is ${size}`
    : `malformed view: it points to ${size} bytes at ${from} of buffer ${number}`;
}
