import type { InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { firstNull, type Validity } from '../../values/bitmap.js';
import { describeBytes, UnsoundCollector } from '../checks/unsound-rows.js';
import { ByteJoiner } from './byte-joiner.js';
import { type Chunk, inputBuffers } from './chunk.js';

/** Text with 64-bit offsets. The bytes stay in place, and the offsets are narrowed. */
export class LargeUtf8Chunk implements Chunk {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** The 32-bit halves of the offsets: reading BigInts costs about ten times as much. */
  readonly #words: Uint32Array;
  readonly #validity: Validity;

  constructor(bytes: Uint8Array, offsets: BigInt64Array, length: number, validity: Validity) {
    this.length = length;
    this.#bytes = bytes;
    this.#words = new Uint32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
    this.#validity = validity;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined {
    memory.take(4 * length);
    const first = this.#offset(start);
    const last = this.#offset(start + length);
    const offsets = new Int32Array(length + 1);
    for (let row = 1, before = 0; row <= length; row += 1) {
      const end = this.#offset(start + row) - first;
      if (first < 0 || end < before || first + end > this.#bytes.length)
        return this.#readSound(start, length, maxBytes, memory);
      offsets[row] = end;
      before = end;
    }
    if (last - first > maxBytes) return undefined;
    return inputBuffers(this.#bytes.subarray(first, last), 0, offsets, this.#validity, start);
  }

  /** Reads rows of which some are malformed. The text of the others is joined, since it may lie in any order. */
  #readSound(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined {
    const size = this.#bytes.length;
    const unsound = new UnsoundCollector(length);
    const offsets = new Int32Array(length + 1);
    let total = 0;
    for (let row = 0; row < length; row += 1) {
      const [begin, end] = [this.#offset(start + row), this.#offset(start + row + 1)];
      if (begin < 0 || end < begin || end > size) unsound.add(row);
      else total += end - begin;
      if (total > maxBytes) return undefined;
      offsets[row + 1] = total;
    }
    memory.take(total);
    const joiner = new ByteJoiner(total);
    for (let row = 0; row < length; row += 1) {
      const own = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      if (own > 0) joiner.append(this.#bytes, this.#offset(start + row), own);
    }
    const describe = (row: number) =>
      `malformed offsets: ${describeBytes(this.#offset(start + row), this.#offset(start + row + 1), size)}`;
    return {
      ...inputBuffers(joiner.finish(), 0, offsets, this.#validity, start),
      ...unsound.rows(describe, () => true),
    };
  }

  #offset(row: number): number {
    return ((this.#words[2 * row + 1] ?? 0) | 0) * 2 ** 32 + (this.#words[2 * row] ?? 0);
  }
}
