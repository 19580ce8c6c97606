import { SchemaError } from '../errors.js';
import { unsupported } from '../input/ipc/ipc-fault.js';
import { bytesOf } from '../input/ipc-bytes.js';
import type { BatchSource } from './batch-source.js';

/** The most memory that a range takes before any of its bytes have come. */
const firstBytes = 2 ** 20;

/**
 * Reads bytes that come in chunks as ranges of any length. Each range is a copy that begins at a multiple of 8, because a source may
 * overwrite its chunks. Memory grows with the bytes that have come, however long a range claims to be.
 */
export class ByteSource {
  readonly #caller: string;
  readonly #source: BatchSource;
  #chunk: Uint8Array = new Uint8Array(0);
  #position = 0;
  #isExhausted = false;

  constructor(caller: string, source: BatchSource) {
    this.#caller = caller;
    this.#source = source;
  }

  /** The number of bytes that have been read. */
  get position(): number {
    return this.#position;
  }

  /** Returns the next bytes without reading them; fewer at the end of the source. */
  async peek(length: number): Promise<Uint8Array> {
    const bytes = await this.#take(length);
    this.#chunk = joined(bytes, this.#chunk);
    return bytes;
  }

  /** Reads `length` bytes, or fewer at the end of the source. */
  async read(length: number): Promise<Uint8Array> {
    const bytes = await this.#take(length);
    this.#position += bytes.length;
    return bytes;
  }

  /** Closes the source, unless it has ended. */
  async close(reason: unknown): Promise<void> {
    if (!this.#isExhausted) await this.#source.close(reason);
  }

  async #take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    let bytes = this.#allocate(Math.min(length, firstBytes));
    let filled = 0;
    while (filled < length) {
      if (this.#chunk.length === 0 && !(await this.#pull())) break;
      if (filled === bytes.length) {
        const larger = this.#allocate(Math.min(length, 2 * bytes.length));
        larger.set(bytes);
        bytes = larger;
      }
      const part = this.#chunk.subarray(0, bytes.length - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#chunk = this.#chunk.subarray(part.length);
    }
    return bytes.subarray(0, filled);
  }

  /** Takes the next chunk. Returns false at the end of the source. */
  async #pull(): Promise<boolean> {
    if (this.#isExhausted) return false;
    const { done, value } = await this.#source.next();
    if (done === true) {
      this.#isExhausted = true;
      return false;
    }
    const chunk = bytesOf(value);
    if (chunk === undefined) {
      throw new SchemaError(
        `${this.#caller}: the source gave bytes, and then a ${typeof value}. Pass a source of bytes, or of record batches, alone.`,
      );
    }
    this.#chunk = chunk;
    return true;
  }

  #allocate(length: number): Uint8Array<ArrayBuffer> {
    try {
      return new Uint8Array(length);
    } catch (cause) {
      const what = `${length} bytes of a message do not fit into memory`;
      throw unsupported(this.#position, what, 'Write smaller record batches.', { cause });
    }
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
