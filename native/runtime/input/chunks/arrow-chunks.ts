import { Type } from 'apache-arrow';
import { hasOffsets, numberTypes } from '../../columns/column-types.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { allSet, bothValid, firstOnlyIn, isValue, type Validity } from '../../values/bitmap.js';
import { typedArrayName } from '../../values/typed-arrays.js';
import { DataReader } from '../arrow-data.js';
import type { ArrowData, ArrowVector } from '../arrow-shapes.js';
import type { BorrowedBuffers, InputMemory, TypedArrayName } from '../borrowed-buffers.js';
import { checkOffsets, checkSize } from '../checks/check-buffers.js';
import { checkType } from '../checks/check-type.js';
import { type FlatDictionary, flattenDictionary } from '../dictionary.js';
import type { FieldData } from '../struct-fields.js';
import { type Chunk, type ChunkPlace, type HeldChunk, requiredChunk } from './chunk.js';
import { DictionaryChunk } from './dictionary-chunk.js';
import { LargeUtf8Chunk } from './large-utf8-chunk.js';
import { ListChunk } from './list-chunk.js';
import { BoolChunk, NumberChunk, Utf8Chunk } from './plain-chunks.js';
import { Utf8ViewChunk } from './utf8-view-chunk.js';

/** Makes chunks of Arrow data for one call; a dictionary that several chunks share is flattened once. */
export class ArrowChunks {
  /** Of the Data objects of the call. */
  readonly reader: DataReader;
  readonly #memory: InputMemory;
  readonly #budget: MemoryBudget;
  readonly #firstRow: number;
  readonly #spreadsOut: boolean;
  readonly #dictionaries: Map<ArrowVector, FlatDictionary>;

  /**
   * @param firstRow the number of the first row, for errors
   * @param spreadsOut rows of dictionaries become text, for backends that look nothing up
   * @param dictionaries those that are flat already
   */
  constructor(
    memory: InputMemory,
    budget: MemoryBudget,
    firstRow: number,
    spreadsOut: boolean,
    reader = new DataReader(),
    dictionaries = new Map<ArrowVector, FlatDictionary>(),
  ) {
    this.reader = reader;
    this.#memory = memory;
    this.#budget = budget;
    this.#firstRow = firstRow;
    this.#spreadsOut = spreadsOut;
    this.#dictionaries = dictionaries;
  }

  /**
   * Checks type and sizes of all data of a column and wraps it. Contents are left for the backends to judge.
   *
   * @throws SchemaError for another type than the declared one, or buffers that cannot hold the rows.
   */
  chunks(data: readonly FieldData[], column: InputColumn): HeldChunk[] {
    let row = this.#firstRow;
    return data.map((field) => {
      const memory = this.#memory.chunk();
      const chunk = this.#field(field, column, { column: column.name, row }, memory);
      row += chunk.length;
      return { chunk, memory };
    });
  }

  /** A field that has to be there where its struct is tells the first row of which that is not so. */
  #field(field: FieldData, column: InputColumn, place: ChunkPlace, memory: BorrowedBuffers): Chunk {
    const { chunk, outer, own } = this.#within(field, column, place, memory);
    if (!column.required || field.data.length === 0) return chunk;
    return requiredChunk(chunk, own === undefined ? -1 : firstOnlyIn(outer, own, field.data.length));
  }

  /** What is null where a struct around it is, beside where those are, and where it is itself. */
  #within(
    { data, around, elements }: FieldData,
    column: InputColumn,
    place: ChunkPlace,
    memory: BorrowedBuffers,
  ): { readonly chunk: Chunk; readonly outer: Validity; readonly own: Validity } {
    const outer = around.reduce<Validity>(
      (valid, struct) => this.#bothValid(valid, validityOf(struct, place, memory), data.length),
      undefined,
    );
    const own = validityOf(data, place, memory);
    if (elements !== undefined) return { chunk: this.#list(data, column, place, memory, outer, elements), outer, own };
    if (column.presence) return { chunk: this.#presence(data, outer, place, memory), outer, own };
    return { chunk: this.#chunk(data, column, place, memory, outer), outer, own };
  }

  /** @param outer rows whose structs around are there: the others are null, whatever lies there */
  #chunk(data: ArrowData, column: InputColumn, place: ChunkPlace, memory: BorrowedBuffers, outer?: Validity): Chunk {
    checkType(data.type, column);
    if (data.length === 0) return noRowsOf(column, place);
    if (column.element !== undefined) return this.#list(data, column, place, memory, outer);
    if (hasOffsets(column.type)) return this.#text(data, place, memory, outer);
    const validity = this.#bothValid(validityOf(data, place, memory), outer, data.length);
    if (column.type === 'bool') {
      const bits = memory.take(data.values, 'Uint8Array', column.name, 'values');
      checkSize(place, 'values', bits.length * 8, data.offset + data.length, 'bits');
      return new BoolChunk(bits, data.offset, data.length, validity);
    }
    const values = memory.take(data.values, numberTypes[column.type].arrayName, column.name, 'values');
    checkSize(place, 'values', values.length, data.length, 'rows');
    return new NumberChunk(values, data.length, validity);
  }

  #list(
    data: ArrowData,
    column: InputColumn,
    place: ChunkPlace,
    memory: BorrowedBuffers,
    outer: Validity,
    field?: FieldData,
  ): Chunk {
    const { element } = column;
    if (element === undefined) throw new Error('a list has elements');
    const [child] = data.children;
    const inner: InputColumn = {
      ...element,
      name: column.name,
      read: true,
      ...(column.presence && { presence: true }),
    };
    const at = { column: column.name, row: 0 };
    // Elements are looked at where they lie: those of dictionaries are spread out.
    const elements = new ArrowChunks(this.#memory, this.#budget, 0, true, this.reader, this.#dictionaries);
    if (data.length === 0) {
      if (field !== undefined) elements.#within(field, inner, at, memory);
      return noRowsOf(column, place);
    }
    const offsets = memory.take(data.valueOffsets, 'Int32Array', place.column, 'offsets');
    checkSize(place, 'offsets', offsets.length, data.length + 1, 'numbers');
    if (child === undefined) throw noElements(place);
    const {
      chunk,
      outer: around,
      own,
    } = elements.#within(field ?? { data: this.reader.read(child, column.name), around: [] }, inner, at, memory);
    const validity = this.#bothValid(validityOf(data, place, memory), outer, data.length);
    const isMissing = element.required && own ? (one: number) => isValue(around, one) && !isValue(own, one) : undefined;
    return new ListChunk(offsets, chunk, data.length, validity, column, place, isMissing);
  }

  #text(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers, outer?: Validity): Chunk {
    if (data.length === 0) return noRows();
    const validity = this.#bothValid(validityOf(data, place, memory), outer, data.length);
    const { length } = data;
    const take = <Name extends TypedArrayName>(view: unknown, kind: Name, buffer: string) =>
      memory.take(view, kind, place.column, buffer);
    switch (data.type.typeId) {
      case Type.Dictionary: {
        const kind = typedArrayName(data.values);
        const indices = take(data.values, indexKind(kind), 'indices');
        checkSize(place, 'indices', indices.length, length, 'rows');
        return new DictionaryChunk(indices, this.#dictionary(data, place, memory), length, validity, this.#spreadsOut);
      }
      case Type.Utf8View: {
        const views = take(data.values, 'Uint8Array', 'views');
        checkSize(place, 'views', views.length, length * 16, 'bytes');
        const buffers = (data.variadicBuffers ?? []).map((buffer) => take(buffer, 'Uint8Array', 'data buffers'));
        return new Utf8ViewChunk(views, buffers, length, validity);
      }
      case Type.LargeBinary:
      case Type.LargeUtf8: {
        const offsets = take(data.valueOffsets, 'BigInt64Array', 'offsets');
        const bytes = take(data.values, 'Uint8Array', 'values');
        checkOffsets(place, offsets, length, bytes);
        return new LargeUtf8Chunk(bytes, offsets, length, validity);
      }
      default: {
        const offsets = take(data.valueOffsets, 'Int32Array', 'offsets');
        const bytes = take(data.values, 'Uint8Array', 'values');
        checkOffsets(place, offsets, length, bytes);
        return new Utf8Chunk(bytes, offsets, length, validity);
      }
    }
  }

  /** Where a struct is there, as a column of its own. */
  #presence(data: ArrowData, outer: Validity, place: ChunkPlace, memory: BorrowedBuffers): Chunk {
    if (data.length === 0) return noRows();
    const validity = this.#bothValid(validityOf(data, place, memory), outer, data.length);
    this.#budget.take(data.length >>> 3);
    return new BoolChunk(allSet(data.length), 0, data.length, validity);
  }

  #bothValid(one: Validity, other: Validity, length: number): Validity {
    if (one !== undefined && other !== undefined) this.#budget.take(length >>> 3);
    return bothValid(one, other, length);
  }

  #dictionary(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers): FlatDictionary {
    const vector = data.dictionary;
    if (vector === undefined)
      return { length: 0, bytes: new Uint8Array(0), offsets: new Int32Array(1), validity: undefined, longest: 0 };
    let flat = this.#dictionaries.get(vector);
    if (flat === undefined) {
      flat = flattenDictionary(
        vector.data.map((entries) =>
          this.#text(this.reader.read(entries, place.column), { column: place.column, row: 0 }, memory),
        ),
        place.column,
        this.#budget,
      );
      this.#dictionaries.set(vector, flat);
    }
    return flat;
  }
}

function noElements({ column }: ChunkPlace): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(column)}: its lists have no column of elements. The vector was built wrongly: build it again.`,
    { column },
  );
}

/** Nulls are told by `nullCount`, never by the field's flag; a bitmap beside a `nullCount` of 0 means nothing. */
function validityOf(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers): Validity {
  if (data.length === 0) return undefined;
  const bitmap = data.nullBitmap ?? new Uint8Array(0);
  // Taken before the nulls are counted: Arrow JS takes a detached bitmap for an absent one.
  const bits = memory.take(bitmap, 'Uint8Array', place.column, 'validity bitmap');
  const { nullCount } = data;
  if (nullCount === 0 || (nullCount === -1 && bits.length === 0)) return undefined;
  checkSize(place, 'validity bitmap', bits.length * 8, data.offset + data.length, 'bits');
  return { bits, offset: data.offset };
}

/** Arrow allows every buffer of an empty column to be missing. */
function noRows(): Chunk {
  return new Utf8Chunk(new Uint8Array(0), new Int32Array(1), 0, undefined);
}

/** Of a list as well, at any depth: there is no element. */
function noRowsOf(column: InputColumn, place: ChunkPlace): Chunk {
  if (column.element === undefined) return noRows();
  const elements = noRowsOf({ ...column.element, name: column.name, read: true }, place);
  return new ListChunk(new Int32Array(1), elements, 0, undefined, column, place);
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
