import { hasOffsets, numberTypes } from '../../../schema/column-types.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { allSet, isValue, type Validity } from '../../values/bitmap.js';
import type { DataReader } from '../arrow-data.js';
import type { ArrowData } from '../arrow-shapes.js';
import type { BorrowedBuffers } from '../borrowed-buffers.js';
import { checkSize } from '../checks/check-buffers.js';
import { checkType } from '../checks/check-type.js';
import type { FieldData } from '../struct-fields.js';
import type { ArrowTexts } from './arrow-texts.js';
import { joinValidity, validityOf } from './arrow-validity.js';
import type { Chunk, ChunkPlace } from './chunk.js';
import { ListChunk } from './list-chunk.js';
import { noRows, noRowsOf } from './no-rows.js';
import { BoolChunk, NumberChunk } from './plain-chunks.js';

/** A chunk of a field, with the validity of the structs around it and its own. */
interface FieldChunk {
  readonly chunk: Chunk;
  readonly outer: Validity;
  readonly own: Validity;
}

/** Makes chunks of fields of any type, at any depth of structs and lists. */
export class ArrowFields {
  readonly #reader: DataReader;
  readonly #texts: ArrowTexts;
  readonly #budget: MemoryBudget;

  constructor(reader: DataReader, texts: ArrowTexts, budget: MemoryBudget) {
    this.#reader = reader;
    this.#texts = texts;
    this.#budget = budget;
  }

  /** Makes the chunk of a field. Its rows are null where they are null themselves, or a struct around them is. */
  field(
    { data, around, elements }: FieldData,
    column: InputColumn,
    place: ChunkPlace,
    memory: BorrowedBuffers,
  ): FieldChunk {
    let outer: Validity;
    for (const struct of around) outer = this.#join(outer, validityOf(struct, place, memory), data.length);
    const own = validityOf(data, place, memory);
    const validity = this.#join(own, outer, data.length);
    if (elements !== undefined) {
      return { chunk: this.#list(data, column, place, memory, validity, elements), outer, own };
    }
    if (column.presence) return { chunk: this.#presence(data, validity), outer, own };
    return { chunk: this.#values(data, column, place, memory, validity), outer, own };
  }

  #values(data: ArrowData, column: InputColumn, place: ChunkPlace, memory: BorrowedBuffers, validity: Validity): Chunk {
    checkType(data.type, column);
    if (data.length === 0) return noRowsOf(column, place);
    if (column.element !== undefined) return this.#list(data, column, place, memory, validity);
    if (hasOffsets(column.type)) return this.#texts.chunk(data, place, memory, validity);
    if (column.type === 'bool') {
      const bits = memory.take(data.values, 'Uint8Array', column.name, 'values');
      checkSize(place, 'values', bits.length * 8, data.offset + data.length, 'bits');
      return new BoolChunk(bits, data.offset, data.length, validity);
    }
    const values = memory.take(data.values, numberTypes[column.type].arrayName, column.name, 'values');
    checkSize(place, 'values', values.length, data.length, 'rows');
    return new NumberChunk(values, data.length, validity);
  }

  /** @param given the field in the elements of a list of structs; without it the elements are those of `data` */
  #list(
    data: ArrowData,
    column: InputColumn,
    place: ChunkPlace,
    memory: BorrowedBuffers,
    validity: Validity,
    given?: FieldData,
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
    // Elements of lists are text, never indices: their dictionaries are spread out.
    const fields = new ArrowFields(this.#reader, this.#texts.spreadOut(), this.#budget);
    if (data.length === 0) {
      if (given !== undefined) fields.field(given, inner, at, memory);
      return noRowsOf(column, place);
    }
    const offsets = memory.take(data.valueOffsets, 'Int32Array', place.column, 'offsets');
    checkSize(place, 'offsets', offsets.length, data.length + 1, 'numbers');
    if (child === undefined) throw noElements(place);
    const field = given ?? { data: this.#reader.read(child, column.name), around: [] };
    const { chunk, outer: around, own } = fields.field(field, inner, at, memory);
    const isMissing = element.required && own ? (one: number) => isValue(around, one) && !isValue(own, one) : undefined;
    return new ListChunk(offsets, chunk, data.length, validity, column, place, isMissing);
  }

  /** A column that is true in the rows that have the struct, and null in the others. */
  #presence(data: ArrowData, validity: Validity): Chunk {
    if (data.length === 0) return noRows();
    this.#budget.take(data.length >>> 3);
    return new BoolChunk(allSet(data.length), 0, data.length, validity);
  }

  #join(one: Validity, other: Validity, length: number): Validity {
    return joinValidity(one, other, length, this.#budget);
  }
}

function noElements({ column }: ChunkPlace): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(column)}: its lists have no column of elements. The vector was built wrongly: build it again.`,
    { column },
  );
}
