import { type DeclaredType, describeType } from '../../../schema/columns.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { firstNull, isSet, type Validity } from '../../values/bitmap.js';
import { UnsoundCollector } from '../checks/unsound-rows.js';
import { areSoundLists, malformedList } from '../list-structure.js';
import { type Chunk, type ChunkPlace, inputBuffers } from './chunk.js';

/** Lists: offsets into a column of elements. The first offset need not be 0. */
export class ListChunk implements Chunk {
  readonly length: number;
  readonly #offsets: Int32Array;
  readonly #elements: Chunk;
  readonly #validity: Validity;
  readonly #column: InputColumn;
  readonly #place: ChunkPlace;
  readonly #isMissing: ((element: number) => boolean) | undefined;
  #isInner = false;

  /** @param isMissing for elements that may be null only where the struct around them is: true if an element is null elsewhere */
  constructor(
    offsets: Int32Array,
    elements: Chunk,
    length: number,
    validity: Validity,
    column: InputColumn,
    place: ChunkPlace,
    isMissing?: (element: number) => boolean,
  ) {
    this.length = length;
    this.#offsets = offsets;
    this.#elements = elements;
    this.#validity = validity;
    this.#column = column;
    this.#place = place;
    this.#isMissing = isMissing;
    // The elements of inner lists are judged by the rows that hold them.
    if (elements instanceof ListChunk) elements.#isInner = true;
  }

  firstNull(): number {
    return firstNull(this.#validity, this.length);
  }

  /** @throws SchemaError for a null among elements that are declared without */
  read(start: number, length: number, maxBytes: number, memory: MemoryBudget): InputBuffers | undefined {
    const elements = this.#elements.read(0, this.#elements.length, maxBytes, memory);
    if (elements === undefined) return undefined;
    const offsets = this.#offsets.subarray(start, start + length + 1);
    const [first = 0, last = 0] = [offsets[0], offsets[length]];
    const width = elements.offsets === undefined ? (elements.values as Uint8Array).BYTES_PER_ELEMENT : 4;
    if ((last - first) * width > maxBytes) return undefined;
    const buffers: InputBuffers = {
      ...inputBuffers(new Uint8Array(0), 0, offsets, this.#validity, start),
      elements,
      elementCount: this.#elements.length,
    };
    if (!this.#isInner && this.#mayMiss(elements)) this.#refuseNulls(buffers, start, length);
    // Inner lists are judged with the rows that hold them, except for faults that the conversion of their elements found.
    if (this.#isInner && elements.unsound === undefined) return buffers;
    return { ...buffers, ...unsoundLists(buffers, length) };
  }

  /** True if there may be a null where none is declared. */
  #mayMiss({ validity, elements }: InputBuffers): boolean {
    if (this.#isMissing !== undefined || (validity !== undefined && !this.#column.element?.nullable)) return true;
    return this.#elements instanceof ListChunk && elements !== undefined && this.#elements.#mayMiss(elements);
  }

  #refuseNulls(buffers: InputBuffers, start: number, length: number): void {
    for (let row = 0; row < length; row += 1) {
      const places = this.#missingIn(buffers, row);
      if (places === undefined) continue;
      const at = this.#place.row + start + row;
      throw nullElement(this.#column.name, this.#column.element ?? this.#column, places, at);
    }
  }

  /** Returns the places, in a list and the lists within it, of an element that is null and must not be. */
  #missingIn(buffers: InputBuffers, row: number): readonly number[] | undefined {
    const { validity, validityBit, offsets, elements, elementCount = 0 } = buffers;
    if (elements === undefined || (validity !== undefined && !isSet(validity, validityBit + row))) return undefined;
    const begin = Math.max(offsets?.[row] ?? 0, 0);
    const end = Math.min(offsets?.[row + 1] ?? 0, elementCount);
    for (let at = begin; at < end; at += 1) {
      const isNull = elements.validity !== undefined && !isSet(elements.validity, elements.validityBit + at);
      if (isNull && (this.#column.element?.nullable ? this.#isMissing?.(at) : true)) return [at - begin];
      const inner = this.#elements instanceof ListChunk ? this.#elements.#missingIn(elements, at) : undefined;
      if (inner !== undefined) return [at - begin, ...inner];
    }
    return undefined;
  }
}

/**
 * Finds the rows whose lists are malformed or have an unsound element. Native code never sees lists as a whole: it sees the elements of
 * each row separately, and nothing under nulls.
 */
function unsoundLists(buffers: InputBuffers, length: number) {
  const { offsets, elements, validity, validityBit, elementCount = 0 } = buffers;
  const inner = elements?.unsound;
  if (inner === undefined && areSoundLists(buffers, 0, length)) return undefined;
  /** Returns the first element of a row that is unsound, or -1. */
  const unsoundElement = (row: number): number => {
    const isNull = validity !== undefined && !isSet(validity, validityBit + row);
    const [begin = 0, end = 0] = [offsets?.[row], offsets?.[row + 1]];
    for (let at = Math.max(begin, 0); inner !== undefined && at < Math.min(end, elementCount); at += 1) {
      const bit = inner.bit + at;
      if (isSet(inner.bits, bit) && (!isNull || inner.isUnderNull(bit))) return at;
    }
    return -1;
  };
  const unsound = new UnsoundCollector(length);
  for (let row = 0; row < length; row += 1)
    if (unsoundElement(row) >= 0 || malformedList(buffers, row) !== undefined) unsound.add(row);
  const describe = (row: number): string => {
    const malformed = malformedList(buffers, row);
    if (inner === undefined || malformed !== undefined) return `malformed offsets: ${malformed}`;
    const at = unsoundElement(row);
    return `element ${at - (offsets?.[row] ?? 0)}: ${inner.describe(inner.bit + at)}`;
  };
  const isUnderNull = (row: number): boolean =>
    malformedList(buffers, row) !== undefined || inner?.isUnderNull(inner.bit + unsoundElement(row)) === true;
  return unsound.rows(describe, isUnderNull);
}

/** Returns the error for a null among elements that are declared without. `places` are its positions in the lists, from the outside in. */
export function nullElement(
  column: string,
  elements: DeclaredType,
  places: readonly number[],
  row: number,
): SchemaError {
  let element = elements;
  for (let depth = 1; depth < places.length; depth += 1) element = element.element ?? element;
  const type = describeType(element);
  const where = [...places.map((place) => `element ${place} of `).reverse(), `row ${row}`].join('');
  return new SchemaError(
    `Column ${JSON.stringify(column)}: ${where} is null, but the elements are declared ${type}, not nullable(${type}). ` +
      'Declare them nullable and handle null in the row function, or fill the nulls before the call.',
    { column, row },
  );
}
