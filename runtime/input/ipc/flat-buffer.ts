import { damaged } from './ipc-fault.js';

/**
 * The bound on the total length of a buffer's texts, as a multiple of the buffer's length. A builder may store equal texts once, so that
 * several fields refer to one. Without a bound a few kilobytes could make a reader decode one long text a million times.
 */
const textSharing = 64;

/**
 * The bytes of one FlatBuffer (https://flatbuffers.dev/internals/), read within their bounds. All positions count from the
 * buffer's first byte.
 *
 * The work is linear in the bytes. Offsets are unsigned and lead forward, so no path returns to where it was. Several paths may lead to
 * one table, and their number can double with each level. A buffer of n bytes has room for n / 4 tables of 4 bytes, so a reader
 * visits at most that many.
 */
export class FlatBuffer {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #start: number;
  #tablesLeft: number;
  #textLeft: number;

  /** @param start the place of the first byte in the input, for messages */
  constructor(bytes: Uint8Array, start: number) {
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#start = start;
    this.#tablesLeft = bytes.length >>> 2;
    this.#textLeft = bytes.length * textSharing;
  }

  /** Returns the place of a position in the input. */
  byteOf(at: number): number {
    return this.#start + at;
  }

  /** Counts a visit of a table. */
  visit(at: number): void {
    this.#tablesLeft -= 1;
    if (this.#tablesLeft < 0) throw this.damaged(at, 'it refers to more tables than fit into it');
  }

  /**
   * Checks that the buffer has `size` bytes at a position, and that the position is a multiple of `alignment`.
   *
   * @param from the position that refers to them, which a fault names
   */
  check(at: number, size: number, alignment: number, what: string, from = at): void {
    if (at < 0 || at + size > this.length) {
      throw this.damaged(from, `${what} would need ${size} bytes at ${this.byteOf(at)}, outside of its message`);
    }
    if (at % alignment !== 0) throw this.damaged(from, `${what} does not lie at a multiple of ${alignment} bytes`);
  }

  uint8(at: number): number {
    return this.#view.getUint8(at);
  }

  int16(at: number): number {
    return this.#view.getInt16(at, true);
  }

  uint16(at: number): number {
    return this.#view.getUint16(at, true);
  }

  int32(at: number): number {
    return this.#view.getInt32(at, true);
  }

  uint32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** Reads a 64-bit integer as a number. Every possible size is below 2^53. */
  int64(at: number, what: string): number {
    const value = this.#view.getInt32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
    if (!Number.isSafeInteger(value))
      throw this.damaged(at, `${what} is ${this.#view.getBigInt64(at, true)}, past 2^53`);
    return value;
  }

  /** Reads a 64-bit integer that cannot be negative. */
  count(at: number, what: string): number {
    const value = this.int64(at, what);
    if (value < 0) throw this.damaged(at, `${what} is ${value}`);
    return value;
  }

  /** Returns the position that an offset leads to. */
  target(at: number, what: string): number {
    const to = at + this.uint32(at);
    if (to === at) throw this.damaged(at, `the offset of ${what} leads to itself`);
    this.check(to, 4, 4, what, at);
    return to;
  }

  /** Returns the bytes of the text at a position. */
  text(at: number, what: string): Uint8Array {
    const size = this.uint32(at);
    this.check(at + 4, size, 1, what, at);
    this.#textLeft -= size;
    if (this.#textLeft < 0) throw this.damaged(at, `${what} refers to one text too often`);
    return this.#bytes.subarray(at + 4, at + 4 + size);
  }

  damaged(at: number, what: string): Error {
    return damaged(this.byteOf(at), what);
  }
}
