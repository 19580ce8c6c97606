/** Joins ranges of bytes. Ranges that follow each other in their source are copied as one. */
export class ByteJoiner {
  readonly #bytes: Uint8Array;
  #position = 0;
  #source: Uint8Array;
  #from = 0;
  #end = 0;

  /** @param total the number of bytes that will be appended */
  constructor(total: number) {
    this.#bytes = new Uint8Array(total);
    this.#source = this.#bytes;
  }

  /** Appends `size` bytes of `source`, which must not change before {@link finish}. */
  append(source: Uint8Array, from: number, size: number): void {
    if (from === this.#end && source === this.#source) {
      this.#end += size;
      return;
    }
    this.#copy();
    this.#source = source;
    this.#from = from;
    this.#end = from + size;
  }

  /** Returns all bytes. */
  finish(): Uint8Array {
    this.#copy();
    return this.#bytes;
  }

  /** Copies the pending range. Below about 40 bytes a loop beats the two calls of `subarray` and `set`. */
  #copy(): void {
    const bytes = this.#bytes;
    const source = this.#source;
    const from = this.#from;
    const size = this.#end - from;
    const position = this.#position;
    if (size > 40) bytes.set(source.subarray(from, from + size), position);
    else for (let byte = 0; byte < size; byte += 1) bytes[position + byte] = source[from + byte] ?? 0;
    this.#position = position + size;
  }
}
