import type { MemoryBudget } from '../../memory-budget.js';
import type { Validity } from '../../values/bitmap.js';
import { type Chunk, maxTextBytes } from './chunk.js';
import { Utf8Chunk } from './plain-chunks.js';

const encoder = new TextEncoder();

/**
 * Strings up to this length are joined to about `joinedUnits` and encoded together: a call of the encoder costs as much as some dozen
 * characters. A million texts of 10 characters take 30 ms instead of 110 ms.
 */
const longestJoined = 64;
const joinedUnits = 1024;

/**
 * Encodes strings as UTF-8 in chunks that 32-bit offsets can address. A value that is not a string has no bytes. A lone surrogate half
 * becomes U+FFFD, as in WHATWG's encoder.
 *
 * @param units the length of all strings together
 * @param validity returns the validity of the rows from `first` on
 * @param maxBytes the most bytes of a chunk; for tests, and at least some thousands
 */
export function textChunks(
  array: readonly unknown[],
  units: number,
  validity: (first: number) => Validity,
  memory: MemoryBudget,
  maxBytes = maxTextBytes,
): Chunk[] {
  const chunks: Chunk[] = [];
  for (let first = 0; first < array.length || chunks.length === 0; ) {
    const text = new TextRows(array, first, units, memory, maxBytes);
    chunks.push(new Utf8Chunk(text.bytes, text.offsets, text.length, validity(first)));
    first += text.length;
  }
  return chunks;
}

/** Encodes the rows from `first` on, as many as fit. */
class TextRows {
  readonly offsets: Int32Array;
  readonly length: number;
  readonly #array: readonly unknown[];
  readonly #first: number;
  readonly #memory: MemoryBudget;
  #bytes: Uint8Array;
  #size = 0;

  constructor(array: readonly unknown[], first: number, units: number, memory: MemoryBudget, maxBytes: number) {
    this.#array = array;
    this.#first = first;
    this.#memory = memory;
    memory.take(4 * (array.length - first));
    // Most text is ASCII. A little extra room saves growing where nearly all is.
    const room = Math.min(units + Math.ceil(units / 16) + 64, maxBytes);
    this.#bytes = new Uint8Array(memory.grow(0, room, Math.min(units, room)));
    const offsets = new Int32Array(array.length - first + 1);
    let row = 0;
    while (first + row < array.length) {
      const { text, end } = this.#join(row, offsets);
      // A unit takes at most three bytes, a pair of units four. A single string of V8 always fits.
      if (this.#size + text.length * 3 > maxBytes && row > 0) break;
      const before = this.#size;
      this.#append(text);
      if (end - row === 1) offsets[end] = this.#size;
      else if (this.#size - before !== text.length) this.#findBorders(row, end, before, offsets);
      row = end;
    }
    this.length = row;
    this.offsets = offsets.subarray(0, row + 1);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Joins the text of some rows, at least one, and sets their offsets as if it were ASCII. */
  #join(row: number, offsets: Int32Array): { readonly text: string; readonly end: number } {
    let text = '';
    let end = row;
    for (; this.#first + end < this.#array.length && text.length < joinedUnits; end += 1) {
      const next = this.#text(end);
      if (next.length > longestJoined) {
        if (end > row) break;
        return { text: next, end: end + 1 };
      }
      text += next;
      offsets[end + 1] = this.#size + text.length;
    }
    return { text, end };
  }

  #text(row: number): string {
    const value = this.#array[this.#first + row];
    return typeof value === 'string' ? value : '';
  }

  #append(text: string): void {
    this.#reserve(text.length);
    let { read, written } = encoder.encodeInto(text, this.#bytes.subarray(this.#size));
    if (read < text.length) {
      this.#reserve(text.length * 3);
      ({ read, written } = encoder.encodeInto(text, this.#bytes.subarray(this.#size)));
    }
    this.#size += written;
  }

  /** Finds the end of each row in their encoded text, which begins at `at`. */
  #findBorders(row: number, end: number, at: number, offsets: Int32Array): void {
    if (this.#halvesMeet(row, end)) {
      this.#size = at;
      for (let each = row; each < end; each += 1) {
        this.#append(this.#text(each));
        offsets[each + 1] = this.#size;
      }
      return;
    }
    const bytes = this.#bytes;
    let byte = at;
    for (let each = row; each < end; each += 1) {
      for (let units = this.#text(each).length; units > 0; units -= 1) {
        const lead = bytes[byte] ?? 0;
        if (lead < 0x80) byte += 1;
        else if (lead < 0xe0) byte += 2;
        else if (lead < 0xf0) byte += 3;
        else {
          byte += 4;
          units -= 1;
        }
      }
      offsets[each + 1] = byte;
    }
  }

  /** True if a row ends with half a character and the next one begins with its other half. Joined they would become one character. */
  #halvesMeet(row: number, end: number): boolean {
    let high = false;
    for (let each = row; each < end; each += 1) {
      const text = this.#text(each);
      if (text.length === 0) continue;
      if (high && (text.charCodeAt(0) & 0xfc00) === 0xdc00) return true;
      high = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
    }
    return false;
  }

  #reserve(more: number): void {
    const needed = this.#size + more;
    if (needed <= this.#bytes.length) return;
    const present = this.#bytes.length;
    const wanted = Math.max(needed, Math.min(present * 2, maxTextBytes));
    const bytes = new Uint8Array(this.#memory.grow(present, wanted, needed));
    bytes.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = bytes;
  }
}
