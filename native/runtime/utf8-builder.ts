const encoder = new TextEncoder();

/** Appends strings as UTF-8 to memory that grows; a lone surrogate half becomes U+FFFD, as WHATWG's encoder does. */
export class Utf8Builder {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends a string and returns the length after it. */
  append(text: string): number {
    // A unit takes at most three bytes: a pair of them four.
    const bound = this.#length + text.length * 3;
    if (bound > this.#bytes.length) this.#grow(bound);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    return this.#length;
  }

  /** The bytes so far, in memory of just that size; the builder is empty afterwards. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  #grow(atLeast: number): void {
    const bytes = new Uint8Array(Math.max(atLeast, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
