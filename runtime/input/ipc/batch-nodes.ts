import { damaged, quoted } from './ipc-fault.js';
import type { RecordBatchTable } from './message.js';
import { fieldNodeBytes } from './table-shapes.js';

/** The number of rows and nulls of a column, as a record batch gives them. */
export interface BatchNode {
  readonly length: number;
  readonly nullCount: number;
  /** The place of the node in the input. */
  readonly byte: number;
}

/** The nodes of a record batch in the order of its columns, and the number of buffers of each column of views. */
export class BatchNodes {
  readonly #batch: RecordBatchTable;
  readonly #nodes;
  readonly #variadicCounts;
  #nextNode = 0;
  #nextCount = 0;

  constructor(batch: RecordBatchTable) {
    this.#batch = batch;
    this.#nodes = batch.vector('nodes', fieldNodeBytes, 8);
    this.#variadicCounts = batch.vector('variadicBufferCounts', 8, 8);
  }

  /** Takes the node of the next column. */
  next(column: string): BatchNode {
    const { buffer } = this.#batch;
    if (this.#nextNode >= this.#nodes.length) {
      throw this.#batch.damaged(`a record batch has ${this.#nodes.length} columns, and none for ${quoted(column)}`);
    }
    const at = this.#nodes.at(this.#nextNode);
    this.#nextNode += 1;
    const length = buffer.count(at, 'the number of rows of a column');
    const nullCount = buffer.count(at + 8, 'the number of nulls of a column');
    const byte = buffer.byteOf(at);
    if (nullCount > length) {
      throw damaged(byte, `column ${quoted(column)} has ${nullCount} nulls in ${length} rows`);
    }
    return { length, nullCount, byte };
  }

  /** Takes the number of buffers that the next column of views refers to. */
  nextVariadicCount(column: string): number {
    if (this.#nextCount >= this.#variadicCounts.length) {
      throw this.#batch.damaged(`a record batch does not count the buffers of the views of column ${quoted(column)}`);
    }
    const at = this.#variadicCounts.at(this.#nextCount);
    this.#nextCount += 1;
    return this.#batch.buffer.count(at, 'the number of buffers of a column of views');
  }

  /** @throws IpcFault when nodes are left over */
  finish(): void {
    if (this.#nextNode < this.#nodes.length) {
      throw this.#batch.damaged(`a record batch has ${this.#nodes.length} columns, but the schema ${this.#nextNode}`);
    }
    if (this.#nextCount < this.#variadicCounts.length) {
      throw this.#batch.damaged('a record batch counts buffers of views that the schema does not have');
    }
  }
}
