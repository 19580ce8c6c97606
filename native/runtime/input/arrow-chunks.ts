import { Type } from 'apache-arrow';
import type { Validity } from '../bitmap.js';
import { type ArrowType, columnTypeName, numberTypes } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import type { ArrowData, ArrowVector } from './arrow-shapes.js';
import { type BorrowedBuffers, type TypedArrayName, typedArrayName } from './borrowed-buffers.js';
import type { Chunk, ChunkPlace } from './chunk.js';
import { DictionaryChunk, LargeUtf8Chunk, Utf8ViewChunk } from './converted-chunks.js';
import { type FlatDictionary, flattenDictionary } from './dictionary.js';
import { BoolChunk, NumberChunk, Utf8Chunk } from './plain-chunks.js';

/** Makes chunks of Arrow data for one call; a dictionary that several chunks share is flattened once. */
export class ArrowChunks {
  readonly #borrowed: BorrowedBuffers;
  readonly #dictionaries = new Map<ArrowVector, FlatDictionary>();

  constructor(borrowed: BorrowedBuffers) {
    this.#borrowed = borrowed;
  }

  /**
   * Checks type and sizes of some data and wraps it. Contents are left for the backends to judge.
   *
   * @throws SchemaError for another type than the declared one, or buffers that cannot hold the rows.
   */
  chunk(data: ArrowData, column: InputColumn, row: number): Chunk {
    checkType(data.type, column);
    const place = { column: column.name, row };
    if (column.type === 'utf8') return this.#text(data, place);
    const validity = this.#validity(data, place);
    if (column.type === 'bool') {
      const bits = this.#borrowed.take(data.values, 'Uint8Array', column.name, 'values');
      checkSize(place, 'values', bits.length * 8, data.offset + data.length, 'bits');
      return new BoolChunk(bits, data.offset, data.length, validity);
    }
    const kind = numberTypes[column.type].array.name as `${'Int' | 'Uint'}${8 | 16 | 32}Array`;
    const values = this.#borrowed.take(data.values, kind, column.name, 'values');
    checkSize(place, 'values', values.length, data.length, 'rows');
    return new NumberChunk(values, data.length, validity);
  }

  #text(data: ArrowData, place: ChunkPlace): Chunk {
    const validity = this.#validity(data, place);
    const { length } = data;
    const take = <Name extends TypedArrayName>(view: unknown, kind: Name, buffer: string) =>
      this.#borrowed.take(view, kind, place.column, buffer);
    switch (data.type.typeId) {
      case Type.Dictionary: {
        const kind = typedArrayName(data.values);
        const indices = take(data.values, indexKind(kind), 'indices');
        checkSize(place, 'indices', indices.length, length, 'rows');
        return new DictionaryChunk(indices, this.#dictionary(data, place), length, validity, place);
      }
      case Type.Utf8View: {
        const views = take(data.values, 'Uint8Array', 'views');
        checkSize(place, 'views', views.length, length * 16, 'bytes');
        const buffers = (data.variadicBuffers ?? []).map((buffer) => take(buffer, 'Uint8Array', 'data buffers'));
        return new Utf8ViewChunk(views, buffers, length, validity, place);
      }
      case Type.LargeUtf8: {
        if (length === 0) return emptyText();
        const offsets = take(data.valueOffsets, 'BigInt64Array', 'offsets');
        const bytes = take(data.values, 'Uint8Array', 'values');
        checkOffsets(place, offsets, length, bytes);
        return new LargeUtf8Chunk(bytes, offsets, length, validity, place);
      }
      default: {
        // Arrow allows an empty column to have no offsets at all.
        if (length === 0) return emptyText();
        const offsets = take(data.valueOffsets, 'Int32Array', 'offsets');
        const bytes = take(data.values, 'Uint8Array', 'values');
        checkOffsets(place, offsets, length, bytes);
        return new Utf8Chunk(bytes, offsets, length, validity);
      }
    }
  }

  #dictionary(data: ArrowData, place: ChunkPlace): FlatDictionary {
    const vector = data.dictionary;
    if (vector === undefined)
      return { length: 0, bytes: new Uint8Array(0), offsets: new Int32Array(1), validity: undefined };
    let flat = this.#dictionaries.get(vector);
    if (flat === undefined) {
      flat = flattenDictionary(
        vector.data.map((entries) => this.#text(entries, { column: place.column, row: 0 })),
        place.column,
      );
      this.#dictionaries.set(vector, flat);
    }
    return flat;
  }

  /** Nulls are told by `nullCount`, never by the field's flag; a bitmap beside a `nullCount` of 0 means nothing. */
  #validity(data: ArrowData, place: ChunkPlace): Validity {
    if (data.length === 0) return undefined;
    const bitmap = data.nullBitmap ?? new Uint8Array(0);
    // Taken before the nulls are counted: Arrow JS takes a detached bitmap for an absent one.
    const bits = this.#borrowed.take(bitmap, 'Uint8Array', place.column, 'validity bitmap');
    const nullCount = countNulls(data);
    if (nullCount === 0 || (nullCount === -1 && bits.length === 0)) return undefined;
    checkSize(place, 'validity bitmap', bits.length * 8, data.offset + data.length, 'bits');
    return { bits, offset: data.offset };
  }
}

/** Arrow JS counts the nulls of a slice when asked, and throws when the bitmap is too short for that. */
function countNulls(data: ArrowData): number | undefined {
  try {
    return data.nullCount;
  } catch {
    return undefined;
  }
}

function emptyText(): Chunk {
  return new Utf8Chunk(new Uint8Array(0), new Int32Array(1), 0, undefined);
}

const indexKinds = [
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'BigInt64Array',
  'Uint8Array',
  'Uint16Array',
  'Uint32Array',
  'BigUint64Array',
] as const;

function indexKind(kind: string | undefined): (typeof indexKinds)[number] {
  return indexKinds.find((name) => name === kind) ?? 'Int32Array';
}

/** @throws SchemaError with the cast that makes it fit. */
export function checkType(type: ArrowType, column: InputColumn): void {
  const text = type.typeId === Type.Dictionary ? type.dictionary : type;
  if (column.type === 'utf8') {
    switch (text?.typeId) {
      case Type.Utf8:
      case Type.LargeUtf8:
      case Type.Utf8View:
        return;
    }
  } else if (columnTypeName(type) === column.type) return;
  const declarable = columnTypeName(type);
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${column.type}. Cast it: ${cast(column)}` +
      `${declarable === undefined ? '' : `, or declare it ${declarable}`}.`,
    { column: column.name },
  );
}

/** Code that turns any vector into one of the declared type. */
export function cast(column: InputColumn): string {
  const convert = column.type === 'utf8' ? 'String' : column.type === 'bool' ? 'Boolean' : 'Number';
  const type = `${column.type.slice(0, 1).toUpperCase()}${column.type.slice(1)}`;
  return `vectorFromArray(Array.from(column, (v) => (v === null ? null : ${convert}(v))), new ${type}())`;
}

function checkOffsets(place: ChunkPlace, offsets: Int32Array | BigInt64Array, length: number, bytes: Uint8Array): void {
  checkSize(place, 'offsets', offsets.length, length + 1, 'entries');
  const first = Number(offsets[0]);
  const last = Number(offsets[length]);
  if (first < 0 || last > bytes.length) {
    throw new SchemaError(
      `Column ${JSON.stringify(place.column)}: its offsets run from ${first} to ${last}, but there are ${bytes.length} bytes of text. ` +
        'The vector was built wrongly or its memory was overwritten: build it again.',
      { column: place.column },
    );
  }
}

function checkSize(place: ChunkPlace, buffer: string, size: number, needed: number, unit: string): void {
  if (size >= needed) return;
  throw new SchemaError(
    `Column ${JSON.stringify(place.column)}: its ${buffer} has ${size} ${unit}, but ${needed} are needed for its rows. ` +
      'The vector was built wrongly: build it again with makeVector.',
    { column: place.column },
  );
}
