import type { MemoryBudget } from '../memory-budget.js';

const encoder = new TextEncoder();

/** The size of the first memory. */
const leastBytes = 1024;

/** Appends strings as UTF-8 to memory that grows. A lone surrogate half becomes U+FFFD, as in WHATWG's encoder. */
export class Utf8Builder {
  readonly #memory: MemoryBudget;
  #bytes = new Uint8Array(0);
  #length = 0;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends a string and returns the length after it. */
  append(text: string): number {
    // A unit takes at most three bytes, a pair of units four.
    const bound = this.#length + text.length * 3;
    if (bound > this.#bytes.length) this.#grow(bound);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    return this.#length;
  }

  /** Returns the bytes so far, in memory of exactly that size. The builder is empty afterwards. */
  take(): Uint8Array {
    this.#memory.take(this.#length);
    const bytes = this.#bytes.slice(0, this.#length);
    this.#memory.give(this.#bytes.length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }

  #grow(atLeast: number): void {
    const present = this.#bytes.length;
    const wanted = Math.max(atLeast, present * 2, leastBytes);
    const bytes = new Uint8Array(this.#memory.grow(present, wanted, atLeast));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
