import type { InputColumn } from '../../description.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { firstOnlyIn } from '../../values/bitmap.js';
import { mapped } from '../../values/mapped.js';
import { DataReader } from '../arrow-data.js';
import type { BorrowedBuffers, InputMemory } from '../borrowed-buffers.js';
import type { FieldData } from '../struct-fields.js';
import { ArrowFields } from './arrow-fields.js';
import { ArrowTexts } from './arrow-texts.js';
import { type Chunk, type ChunkPlace, type HeldChunk, requiredChunk } from './chunk.js';

/** Makes chunks of the Arrow data of one call. */
export class ArrowChunks {
  /** Reads the Data objects of the call. */
  readonly reader = new DataReader();
  readonly #memory: InputMemory;
  readonly #firstRow: number;
  readonly #fields: ArrowFields;

  /**
   * @param firstRow the number of the first row, for errors
   * @param spreadsOut rows of dictionaries become text, for backends that look nothing up
   */
  constructor(memory: InputMemory, budget: MemoryBudget, firstRow: number, spreadsOut: boolean) {
    this.#memory = memory;
    this.#firstRow = firstRow;
    this.#fields = new ArrowFields(this.reader, new ArrowTexts(this.reader, budget, spreadsOut), budget);
  }

  /**
   * Checks type and sizes of all data of a column and wraps it. The backends check the contents.
   *
   * @throws SchemaError if the type is not the declared one, or buffers cannot hold the rows
   */
  chunks(data: readonly FieldData[], column: InputColumn): HeldChunk[] {
    let row = this.#firstRow;
    return mapped(data, (field) => {
      const memory = this.#memory.chunk();
      const chunk = this.#chunk(field, column, { column: column.name, row }, memory);
      row += chunk.length;
      return { chunk, memory };
    });
  }

  /** The chunk of a required field reports its first row that is null in a struct that is not. */
  #chunk(field: FieldData, column: InputColumn, place: ChunkPlace, memory: BorrowedBuffers): Chunk {
    const { chunk, outer, own } = this.#fields.field(field, column, place, memory);
    if (!column.required || field.data.length === 0) return chunk;
    return requiredChunk(chunk, own === undefined ? -1 : firstOnlyIn(outer, own, field.data.length));
  }
}
