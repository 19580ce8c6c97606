import { damaged } from './ipc-fault.js';

/**
 * How often the text of a buffer may be read in all. Builders may store equal strings once, which is rare in Arrow; without a
 * bound a few kilobytes could refer to one long string for ever.
 */
const textSharing = 64;

/**
 * The bytes of one FlatBuffer (https://flatbuffers.dev/internals/), read within their bounds. All positions count from the
 * buffer's first byte.
 *
 * The work is linear in the bytes. Offsets are unsigned and lead forward, so that no path is a circle, but several may lead to one
 * table. Without that a buffer of n bytes has at most n / 4 tables, of 4 bytes at least each: that many are visited at most.
 */
export class FlatBuffer {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #start: number;
  #tablesLeft: number;
  #textLeft: number;

  /** @param start which byte of the input the first one is, for messages */
  constructor(bytes: Uint8Array, start: number) {
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#start = start;
    this.#tablesLeft = bytes.length >>> 2;
    this.#textLeft = bytes.length * textSharing;
  }

  /** Which byte of the input a position is. */
  byteOf(at: number): number {
    return this.#start + at;
  }

  /** Counts a table that is visited. */
  visit(at: number): void {
    this.#tablesLeft -= 1;
    if (this.#tablesLeft < 0) throw this.damaged(at, 'more tables are referred to than there is room for');
  }

  /**
   * Checks that there are `size` bytes at a position, which is a multiple of `alignment`.
   *
   * @param from what says that they are there
   */
  check(at: number, size: number, alignment: number, what: string, from = at): void {
    if (at < 0 || at + size > this.length) {
      throw this.damaged(from, `${what} would take ${size} bytes from ${this.byteOf(at)} on, outside of its message`);
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

  /** A 64-bit integer as a number, which holds every one that can be a size. */
  int64(at: number, what: string): number {
    const value = this.#view.getInt32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
    if (!Number.isSafeInteger(value))
      throw this.damaged(at, `${what} is ${this.#view.getBigInt64(at, true)}, past 2^53`);
    return value;
  }

  /** A 64-bit integer that counts something. */
  count(at: number, what: string): number {
    const value = this.int64(at, what);
    if (value < 0) throw this.damaged(at, `${what} is ${value}`);
    return value;
  }

  /** Where an offset leads to. */
  target(at: number, what: string): number {
    const to = at + this.uint32(at);
    if (to === at) throw this.damaged(at, `the offset of ${what} leads to itself`);
    this.check(to, 4, 4, what, at);
    return to;
  }

  /** The bytes of the text at a position. */
  text(at: number, what: string): Uint8Array {
    const size = this.uint32(at);
    this.check(at + 4, size, 1, what, at);
    this.#textLeft -= size;
    if (this.#textLeft < 0) throw this.damaged(at, `${what} is text that is referred to again and again`);
    return this.#bytes.subarray(at + 4, at + 4 + size);
  }

  damaged(at: number, what: string): Error {
    return damaged(this.byteOf(at), what);
  }
}
