// What a string column says, in one short text: two columns with equal rows have equal checksums however they are cut
// into chunks and wherever their offsets start. checksum.hpp is the same in C++.

const OFFSET_BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193; // 32-bit FNV-1a, by bytes

export class ColumnChecksum {
  #rows = 0;
  #bytes = 0;
  #lengths = OFFSET_BASIS;
  #values = OFFSET_BASIS;

  /** Adds `rows` rows: `offsets[0 … rows]` into `data`. */
  add(offsets, data, rows) {
    let lengths = this.#lengths;
    for (let row = 0; row < rows; row++) lengths = Math.imul(lengths ^ (offsets[row + 1] - offsets[row]), PRIME);
    this.#lengths = lengths;
    let values = this.#values;
    const end = offsets[rows];
    for (let at = offsets[0]; at < end; at++) values = Math.imul(values ^ data[at], PRIME);
    this.#values = values;
    this.#rows += rows;
    this.#bytes += end - offsets[0];
    return this;
  }

  toString() {
    const hex = (value) => (value >>> 0).toString(16).padStart(8, '0');
    return `${this.#rows}:${this.#bytes}:${hex(this.#lengths)}:${hex(this.#values)}`;
  }
}

/** The checksum of an apache-arrow Vector of Utf8 or LargeUtf8, chunk by chunk. */
export function vectorChecksum(vector) {
  const checksum = new ColumnChecksum();
  for (const chunk of vector.data) {
    const offsets =
      chunk.valueOffsets instanceof BigInt64Array ? Float64Array.from(chunk.valueOffsets, Number) : chunk.valueOffsets;
    checksum.add(offsets, chunk.values, chunk.length);
  }
  return checksum.toString();
}
