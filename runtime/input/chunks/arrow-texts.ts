import { Type } from 'apache-arrow';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Validity } from '../../values/bitmap.js';
import { typedArrayName } from '../../values/typed-arrays.js';
import type { DataReader } from '../arrow-data.js';
import type { ArrowData, ArrowVector } from '../arrow-shapes.js';
import type { BorrowedBuffers, TypedArrayName } from '../borrowed-buffers.js';
import { checkOffsets, checkSize } from '../checks/check-buffers.js';
import { type FlatDictionary, flattenDictionary } from '../dictionary.js';
import { validityOf } from './arrow-validity.js';
import type { Chunk, ChunkPlace } from './chunk.js';
import { DictionaryChunk } from './dictionary-chunk.js';
import { LargeUtf8Chunk } from './large-utf8-chunk.js';
import { noRows } from './no-rows.js';
import { Utf8Chunk } from './plain-chunks.js';
import { Utf8ViewChunk } from './utf8-view-chunk.js';

/** Makes chunks of text and binary data in any layout of Arrow. A dictionary that several chunks share is flattened once. */
export class ArrowTexts {
  readonly #reader: DataReader;
  readonly #budget: MemoryBudget;
  readonly #spreadsOut: boolean;
  readonly #dictionaries: Map<ArrowVector, FlatDictionary>;

  /**
   * @param spreadsOut rows of dictionaries become text, for backends that look nothing up
   * @param dictionaries those that are flat already
   */
  constructor(
    reader: DataReader,
    budget: MemoryBudget,
    spreadsOut: boolean,
    dictionaries = new Map<ArrowVector, FlatDictionary>(),
  ) {
    this.#reader = reader;
    this.#budget = budget;
    this.#spreadsOut = spreadsOut;
    this.#dictionaries = dictionaries;
  }

  /** Makes chunks in which dictionaries become text, of the same flat dictionaries. */
  spreadOut(): ArrowTexts {
    return new ArrowTexts(this.#reader, this.#budget, true, this.#dictionaries);
  }

  chunk(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers, validity: Validity): Chunk {
    if (data.length === 0) return noRows();
    const { length } = data;
    const take = <Name extends TypedArrayName>(view: unknown, kind: Name, buffer: string) =>
      memory.take(view, kind, place.column, buffer);
    switch (data.type.typeId) {
      case Type.Dictionary: {
        const indices = take(data.values, indexKind(typedArrayName(data.values)), 'indices');
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

  #dictionary(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers): FlatDictionary {
    const vector = data.dictionary;
    if (vector === undefined)
      return { length: 0, bytes: new Uint8Array(0), offsets: new Int32Array(1), validity: undefined, longest: 0 };
    let flat = this.#dictionaries.get(vector);
    if (flat === undefined) {
      const { column } = place;
      const entries = vector.data.map((part) => {
        const data = this.#reader.read(part, column);
        const at = { column, row: 0 };
        return this.chunk(data, at, memory, validityOf(data, at, memory));
      });
      flat = flattenDictionary(entries, column, this.#budget);
      this.#dictionaries.set(vector, flat);
    }
    return flat;
  }
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

/** The kind of an array of indices. Int32Array for any other array, so that the error asks for that. */
function indexKind(kind: string | undefined): (typeof indexKinds)[number] {
  return indexKinds.find((name) => name === kind) ?? 'Int32Array';
}
