import type { InputBuffers } from '../addon.js';
import { allSet, clear, firstClear, isSet, type Validity } from '../bitmap.js';
import { SchemaError } from '../errors.js';
import { type Chunk, type ChunkPlace, inputBuffers } from './chunk.js';
import type { FlatDictionary } from './dictionary.js';

/** Text with 64-bit offsets: the bytes stay where they are, the offsets are narrowed. */
export class LargeUtf8Chunk implements Chunk {
  readonly length: number;
  readonly #bytes: Uint8Array;
  /** Halves of the offsets: reading BigInts costs about ten times as much. */
  readonly #words: Uint32Array;
  readonly #validity: Validity;
  readonly #place: ChunkPlace;

  constructor(bytes: Uint8Array, offsets: BigInt64Array, length: number, validity: Validity, place: ChunkPlace) {
    this.length = length;
    this.#bytes = bytes;
    this.#words = new Uint32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
    this.#validity = validity;
    this.#place = place;
  }

  firstNull(): number {
    return firstNullOf(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const first = this.#offset(start);
    const last = this.#offset(start + length);
    const offsets = new Int32Array(length + 1);
    for (let row = 1, before = 0; row <= length; row += 1) {
      const end = this.#offset(start + row) - first;
      if (end < before || first + end > this.#bytes.length) {
        throw malformed(this.#place, start + row - 1, `its offsets run from ${first + before} to ${first + end}`);
      }
      offsets[row] = end;
      before = end;
    }
    if (last - first > maxBytes) return undefined;
    return inputBuffers(this.#bytes.subarray(first, last), 0, offsets, this.#validity, start);
  }

  #offset(row: number): number {
    return (this.#words[2 * row + 1] ?? 0) * 2 ** 32 + (this.#words[2 * row] ?? 0);
  }
}

/**
 * Text as 16-byte views: a length, then either 12 bytes of text, or 4 bytes of prefix, a buffer's number and a position
 * in it (https://arrow.apache.org/docs/format/Columnar.html#variable-size-binary-view-layout).
 */
export class Utf8ViewChunk implements Chunk {
  static readonly #width = 16;
  static readonly #inline = 12;
  readonly length: number;
  readonly #views: Uint8Array;
  readonly #buffers: readonly Uint8Array[];
  readonly #validity: Validity;
  readonly #place: ChunkPlace;

  constructor(
    views: Uint8Array,
    buffers: readonly Uint8Array[],
    length: number,
    validity: Validity,
    place: ChunkPlace,
  ) {
    this.length = length;
    this.#views = views;
    this.#buffers = buffers;
    this.#validity = validity;
    this.#place = place;
  }

  firstNull(): number {
    return firstNullOf(this.#validity, this.length);
  }

  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const views = new DataView(this.#views.buffer, this.#views.byteOffset, this.#views.byteLength);
    const offsets = new Int32Array(length + 1);
    let total = 0;
    for (let row = 0; row < length; row += 1) {
      if (isValue(this.#validity, start + row)) {
        const size = views.getInt32((start + row) * Utf8ViewChunk.#width, true);
        if (size < 0) throw malformed(this.#place, start + row, `its length is ${size}`);
        total += size;
        if (total > maxBytes) return undefined;
      }
      offsets[row + 1] = total;
    }
    const bytes = new Uint8Array(total);
    for (let row = 0; row < length; row += 1) {
      const to = offsets[row] ?? 0;
      const size = (offsets[row + 1] ?? 0) - to;
      if (size === 0) continue;
      const view = (start + row) * Utf8ViewChunk.#width;
      if (size <= Utf8ViewChunk.#inline) {
        copyBytes(this.#views, view + 4, size, bytes, to);
        continue;
      }
      const number = views.getInt32(view + 8, true);
      const from = views.getInt32(view + 12, true);
      const buffer = this.#buffers[number];
      if (buffer === undefined || from < 0 || from + size > buffer.length) {
        throw malformed(this.#place, start + row, `it points to ${size} bytes at ${from} of buffer ${number}`);
      }
      copyBytes(buffer, from, size, bytes, to);
    }
    return inputBuffers(bytes, 0, offsets, this.#validity, start);
  }
}

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
    if (entries === undefined) return firstNullOf(this.#validity, this.length);
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
    const bytes = new Uint8Array(total);
    for (let row = 0; row < length; row += 1) {
      const to = offsets[row] ?? 0;
      const size = (offsets[row + 1] ?? 0) - to;
      if (size > 0) copyBytes(entryBytes, entryOffsets[entries[row] ?? 0] ?? 0, size, bytes, to);
    }
    if (nulls !== undefined) return inputBuffers(bytes, 0, offsets, { bits: nulls, offset: 0 }, 0);
    return inputBuffers(bytes, 0, offsets, this.#validity, start);
  }

  #entry(row: number): number {
    const entry = Number(this.#indices[row]);
    if (entry < 0 || entry >= this.#dictionary.length) {
      throw malformed(this.#place, row, `its index is ${entry}, the dictionary has ${this.#dictionary.length} entries`);
    }
    return entry;
  }
}

function isValue(validity: Validity, row: number): boolean {
  return validity === undefined || isSet(validity.bits, validity.offset + row);
}

function firstNullOf(validity: Validity, length: number): number {
  return validity === undefined ? -1 : firstClear(validity.bits, validity.offset, length);
}

/** Below about 40 bytes a loop beats the two calls of `subarray` and `set`. */
function copyBytes(from: Uint8Array, at: number, size: number, to: Uint8Array, position: number): void {
  if (size > 40) to.set(from.subarray(at, at + size), position);
  else for (let byte = 0; byte < size; byte += 1) to[position + byte] = from[at + byte] ?? 0;
}

function malformed(place: ChunkPlace, row: number, why: string): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(place.column)}: row ${place.row + row} is malformed: ${why}. ` +
      'The vector was built wrongly or its memory was overwritten: build it again.',
    { column: place.column, row: place.row + row },
  );
}
