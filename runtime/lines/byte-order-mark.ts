/** U+FEFF in UTF-8. */
const mark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Drops a byte-order mark at the very beginning of a text that comes in parts of any size. */
export class ByteOrderMark {
  #held = new Uint8Array(0);
  #isPast = false;

  /** Returns a part without the mark. Holds back bytes that may be the beginning of one. */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#isPast) return bytes;
    const beginning = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    if (beginning.length < mark.length && isBeginning(beginning, mark)) {
      this.#held = beginning.slice();
      return new Uint8Array(0);
    }
    this.#isPast = true;
    return isBeginning(mark, beginning) ? beginning.subarray(mark.length) : beginning;
  }

  /** Returns the bytes that were held back when the text ends. */
  finish(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return this.#isPast ? new Uint8Array(0) : held;
  }
}

/** Returns a whole text without its mark. */
export function withoutMark(text: Uint8Array): Uint8Array {
  return isBeginning(mark, text) ? text.subarray(mark.length) : text;
}

function isBeginning(beginning: Uint8Array, text: Uint8Array): boolean {
  return beginning.every((byte, place) => text[place] === byte);
}
