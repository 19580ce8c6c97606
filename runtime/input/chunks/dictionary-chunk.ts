import type { Indices, InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { allSet, clear, firstNull, isSet, isValue, type Validity } from '../../values/bitmap.js';
import type { FlatDictionary } from '../dictionary.js';
import { spreadOut } from '../spread-out.js';
import type { Chunk } from './chunk.js';

/** The most bytes of an entry that rows refer to by index. A tile of rows must fit into memory even if each has the longest entry. */
const longestLookedUp = 2 ** 24;

/** Indices of a dictionary of text. A row is null by its own bit, or because its dictionary entry is. */
export class DictionaryChunk implements Chunk {
  readonly length: number;
  readonly #indices: Indices;
  readonly #dictionary: FlatDictionary;
  readonly #validity: Validity;
  /** The most bytes of an entry that backends look up by index. */
  readonly #longest: number;

  constructor(indices: Indices, dictionary: FlatDictionary, length: number, validity: Validity, spreadsOut = false) {
    this.length = length;
    this.#indices = indices;
    this.#dictionary = dictionary;
    this.#validity = validity;
    this.#longest = spreadsOut ? -1 : longestLookedUp;
  }

  firstNull(): number {
    const entries = this.#dictionary.validity;
    if (entries === undefined) return firstNull(this.#validity, this.length);
    for (let row = 0; row < this.length; row += 1) {
      if (!isValue(this.#validity, row) || this.#isNullEntry(row)) return row;
    }
    return -1;
  }

  /** Returns the rows as indices, which backends look up. If an entry is longer than backends allow for, rows become text. */
  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined {
    const { bytes, offsets, longest } = this.#dictionary;
    const validity = this.#validityOf(start, length, memory);
    const looked: InputBuffers = {
      values: bytes,
      valuesBit: 0,
      offsets,
      indices: this.#indices.subarray(start, start + length),
      longest,
      ...(validity !== undefined && { validity: validity.bits }),
      validityBit: validity?.offset ?? 0,
    };
    if (longest <= Math.min(maxBytes, this.#longest)) return looked;
    const spread = spreadOut(looked, length, maxBytes, memory);
    return spread === 'too large' ? undefined : spread;
  }

  /** Returns the validity of rows, including nulls among the entries. */
  #validityOf(start: number, length: number, memory: MemoryBudget): Validity {
    if (this.#dictionary.validity === undefined)
      return this.#validity && { bits: this.#validity.bits, offset: this.#validity.offset + start };
    memory.take(length >>> 3);
    const bits = allSet(length);
    for (let row = 0; row < length; row += 1) {
      if (!isValue(this.#validity, start + row) || this.#isNullEntry(start + row)) clear(bits, row);
    }
    return { bits, offset: 0 };
  }

  #isNullEntry(row: number): boolean {
    const { validity, length } = this.#dictionary;
    const entry = Number(this.#indices[row]);
    return validity !== undefined && entry >= 0 && entry < length && !isSet(validity, entry);
  }
}
