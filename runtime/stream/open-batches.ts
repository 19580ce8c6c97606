import type { ArrowBatch } from '../input/arrow-shapes.js';
import { lookedAt } from '../input/checks/unreadable.js';
import { bytesOf, ipcBatches } from '../input/ipc-bytes.js';
import { type BatchSource, openSource } from './batch-source.js';
import { IpcSource } from './ipc-source.js';

/**
 * Opens a source of record batches, or of the bytes of an Arrow IPC stream or file, whole or in chunks.
 *
 * @throws SchemaError for any other value
 */
export function openBatches(caller: string, source: unknown): BatchSource {
  const bytes = lookedAt(caller, 'the source', () => bytesOf(source));
  if (bytes !== undefined) return wholeBytes(ipcBatches(caller, bytes));
  const opened = openSource(caller, source);
  // An empty Node stream gives no chunk that would tell which it is.
  return isByteStream(source) ? new IpcSource(caller, opened) : new EitherSource(caller, opened);
}

/** A source of batches or of bytes, which its first part tells. */
class EitherSource implements BatchSource {
  readonly #caller: string;
  #source: BatchSource;
  #isOpen = false;

  constructor(caller: string, source: BatchSource) {
    this.#caller = caller;
    this.#source = source;
  }

  async next(): Promise<IteratorResult<unknown, unknown>> {
    if (this.#isOpen) return this.#source.next();
    const first = await this.#source.next();
    this.#isOpen = true;
    if (first.done === true || bytesOf(first.value) === undefined) return first;
    this.#source = new IpcSource(this.#caller, beginningWith(first.value, this.#source));
    return this.#source.next();
  }

  close(reason: unknown): Promise<void> {
    return this.#source.close(reason);
  }
}

function beginningWith(first: unknown, rest: BatchSource): BatchSource {
  let isFirst = true;
  return {
    next() {
      if (!isFirst) return rest.next();
      isFirst = false;
      return Promise.resolve({ done: false, value: first });
    },
    close: (reason) => rest.close(reason),
  };
}

function wholeBytes(batches: Iterator<ArrowBatch, unknown, undefined>): BatchSource {
  return {
    next: async () => batches.next(),
    close: async () => {},
  };
}

/** True for a Node stream of bytes, not of objects. */
function isByteStream(source: unknown): boolean {
  return (source as { readonly readableObjectMode?: unknown }).readableObjectMode === false;
}
