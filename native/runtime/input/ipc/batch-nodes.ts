import { damaged, quoted } from './ipc-fault.js';
import type { RecordBatchTable } from './message.js';
import { fieldNodeBytes } from './table-shapes.js';

/** What a record batch says of a column: how many rows it has, and how many of them are null. */
export interface BatchNode {
  readonly length: number;
  readonly nullCount: number;
  /** Which byte of the input says so. */
  readonly byte: number;
}

/** The nodes of a record batch, in the order of its columns, and how many buffers each of its columns of views has. */
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

  /** The node of the next column. */
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
      throw damaged(byte, `the column ${quoted(column)} has ${nullCount} nulls in ${length} rows`);
    }
    return { length, nullCount, byte };
  }

  /** How many buffers the views of the next column of views refer to. */
  nextVariadicCount(column: string): number {
    if (this.#nextCount >= this.#variadicCounts.length) {
      throw this.#batch.damaged(`nothing says how many buffers the views of ${quoted(column)} have`);
    }
    const at = this.#variadicCounts.at(this.#nextCount);
    this.#nextCount += 1;
    return this.#batch.buffer.count(at, 'the number of buffers of a column of views');
  }

  /** @throws IpcFault for nodes that are left over. */
  finish(): void {
    if (this.#nextNode < this.#nodes.length) {
      throw this.#batch.damaged(`a record batch has ${this.#nodes.length} columns, but the schema ${this.#nextNode}`);
    }
    if (this.#nextCount < this.#variadicCounts.length) {
      throw this.#batch.damaged('a record batch tells the buffers of views that the schema does not have');
    }
  }
}
