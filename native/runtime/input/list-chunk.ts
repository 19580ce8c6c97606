import type { InputBuffers } from '../addon.js';
import { firstNull, isSet, isValue, type Validity } from '../bitmap.js';
import { type DeclaredType, describeType } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { type Chunk, type ChunkPlace, inputBuffers } from './chunk.js';

/** Lists: offsets into a column of elements, which need not begin at 0. */
export class ListChunk implements Chunk {
  readonly length: number;
  readonly #offsets: Int32Array;
  readonly #elements: Chunk;
  readonly #validity: Validity;
  readonly #column: InputColumn;
  readonly #place: ChunkPlace;

  constructor(
    offsets: Int32Array,
    elements: Chunk,
    length: number,
    validity: Validity,
    column: InputColumn,
    place: ChunkPlace,
  ) {
    this.length = length;
    this.#offsets = offsets;
    this.#elements = elements;
    this.#validity = validity;
    this.#column = column;
    this.#place = place;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  /** @throws SchemaError for a null among elements that are not declared so. */
  read(start: number, length: number, maxBytes: number): InputBuffers | undefined {
    const elements = this.#elements.read(0, this.#elements.length, maxBytes);
    if (elements === undefined) return undefined;
    const offsets = this.#offsets.subarray(start, start + length + 1);
    if (this.#column.element?.nullable !== true && elements.validity !== undefined)
      this.#refuseNulls(start, length, elements);
    const [first = 0, last = 0] = [offsets[0], offsets[length]];
    const width = elements.offsets === undefined ? (elements.values as Uint8Array).BYTES_PER_ELEMENT : 4;
    if ((last - first) * width > maxBytes) return undefined;
    return {
      ...inputBuffers(new Uint8Array(0), 0, offsets, this.#validity, start),
      elements,
      elementCount: this.#elements.length,
    };
  }

  #refuseNulls(start: number, length: number, { validity, validityBit }: InputBuffers): void {
    for (let row = start; row < start + length; row += 1) {
      if (!isValue(this.#validity, row)) continue;
      const end = Math.min(this.#offsets[row + 1] ?? 0, this.#elements.length);
      for (let element = Math.max(this.#offsets[row] ?? 0, 0); element < end; element += 1) {
        if (validity === undefined || isSet(validity, validityBit + element)) continue;
        const { name, element: type = this.#column } = this.#column;
        throw nullElement(name, type, element - (this.#offsets[row] ?? 0), this.#place.row + row);
      }
    }
  }
}

/** The error for a null among elements that are declared without. */
export function nullElement(column: string, element: DeclaredType, at: number, row: number): SchemaError {
  const type = describeType(element);
  return new SchemaError(
    `Column ${JSON.stringify(column)}: element ${at} of row ${row} is null, but the elements are declared ${type}, not nullable(${type}). ` +
      'Declare them nullable and handle null in the row function, or fill the nulls before the call.',
    { column, row },
  );
}
