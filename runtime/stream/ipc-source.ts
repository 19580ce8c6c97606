import { SchemaError } from '../errors.js';
import type { ArrowBatch } from '../input/arrow-shapes.js';
import { IpcFault } from '../input/ipc/ipc-fault.js';
import type { BatchSource } from './batch-source.js';
import { ByteSource } from './byte-source.js';
import { receiveBatches } from './receive-batches.js';

/** The record batches of Arrow IPC bytes that come in chunks. */
export class IpcSource implements BatchSource {
  readonly #caller: string;
  readonly #bytes: ByteSource;
  readonly #batches: AsyncIterator<ArrowBatch, void, undefined>;
  #received = 0;
  #isOver = false;

  /** @param source the source of the bytes */
  constructor(caller: string, source: BatchSource) {
    this.#caller = caller;
    this.#bytes = new ByteSource(caller, source);
    this.#batches = receiveBatches(this.#bytes);
  }

  async next(): Promise<IteratorResult<ArrowBatch, undefined>> {
    if (this.#isOver) return { done: true, value: undefined };
    try {
      const { done, value } = await this.#batches.next();
      if (done !== true) {
        this.#received += 1;
        return { done: false, value };
      }
    } catch (error) {
      // The reader does not close a source that has failed.
      await this.close(error).catch(() => {});
      throw error instanceof IpcFault ? this.#refused(error) : error;
    }
    // It does not close one that has ended either. Bytes may follow the end of the stream.
    await this.close(undefined);
    return { done: true, value: undefined };
  }

  async close(reason: unknown): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#bytes.close(reason);
  }

  #refused({ kind, byte, message, fix, cause }: IpcFault): SchemaError {
    const what = kind === 'unsupported' ? 'Arrow IPC that cannot be read' : 'no complete Arrow IPC stream';
    return new SchemaError(
      `${this.#caller}: the source gave bytes that are ${what}: ${message} (byte ${byte}). ${fix ?? fixes[kind]}`,
      { batch: this.#received },
      cause === undefined ? {} : { cause },
    );
  }
}

const fixes = {
  cut: 'The source ended too early: pass all of its bytes.',
  damaged: 'They were damaged, or no Arrow library wrote them: write them again with a RecordBatchStreamWriter.',
  unsupported: '',
};
