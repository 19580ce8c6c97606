import type { InputBuffers } from '../addon.js';
import { allSet, clear, firstNull, isSet, isValue, type Validity } from '../bitmap.js';
import { ByteJoiner } from './byte-joiner.js';
import { type Chunk, type ChunkPlace, inputBuffers, malformedRow } from './chunk.js';
import type { FlatDictionary } from './dictionary.js';

/** Indices of a dictionary of text. A row is null by its own bit, or because its dictionary entry is. */
export class DictionaryChunk implements Chunk {
  readonly length: number;
  readonly #indices: ArrayLike<number | bigint>;
  readonly #dictionary: FlatDictionary;
  readonly #validity: Validity;
  readonly #place: ChunkPlace;

  constructor(
    indices: ArrayLike<number | bigint>,
    dictionary: FlatDictionary,
    length: number,
    validity: Validity,
    place: ChunkPlace,
  ) {
    this.length = length;
    this.#indices = indices;
    this.#dictionary = dictionary;
    this.#validity = validity;
    this.#place = place;
  }

  firstNull(): number {
    const entries = this.#dictionary.validity;
    if (entries === undefined) return firstNull(this.#validity, this.length);
    for (let row = 0; row < this.length; row += 1) {
      if (!isValue(this.#validity, row) || !isSet(entries, this.#entry(row))) return row;
    }
    return -1;
  }

  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const { bytes: entryBytes, offsets: entryOffsets, validity: entryValidity } = this.#dictionary;
    const offsets = new Int32Array(length + 1);
    const entries = new Int32Array(length);
    const nulls = entryValidity === undefined ? undefined : allSet(length);
    let total = 0;
    for (let row = 0; row < length; row += 1) {
      if (isValue(this.#validity, start + row)) {
        const entry = this.#entry(start + row);
        entries[row] = entry;
        if (entryValidity !== undefined && !isSet(entryValidity, entry)) {
          if (nulls !== undefined) clear(nulls, row);
        } else {
          total += (entryOffsets[entry + 1] ?? 0) - (entryOffsets[entry] ?? 0);
          if (total > maxBytes) return undefined;
        }
      } else if (nulls !== undefined) clear(nulls, row);
      offsets[row + 1] = total;
    }
    const joiner = new ByteJoiner(total);
    for (let row = 0; row < length; row += 1) {
      const size = (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
      if (size > 0) joiner.append(entryBytes, entryOffsets[entries[row] ?? 0] ?? 0, size);
    }
    const bytes = joiner.finish();
    if (nulls !== undefined) return inputBuffers(bytes, 0, offsets, { bits: nulls, offset: 0 }, 0);
    return inputBuffers(bytes, 0, offsets, this.#validity, start);
  }

  #entry(row: number): number {
    const entry = Number(this.#indices[row]);
    if (entry < 0 || entry >= this.#dictionary.length) {
      throw malformedRow(
        this.#place,
        row,
        `its index is ${entry}, the dictionary has ${this.#dictionary.length} entries`,
      );
    }
    return entry;
  }
}
