import { SchemaError } from '../errors.js';
import { isBatch, isTable } from '../input/arrow-shapes.js';
import { lookedAt } from '../input/checks/unreadable.js';
import { typedArrayName } from '../values/typed-arrays.js';
import { kindOf } from '../words.js';

/** The source of a stream's batches. Only one pull may be in progress. */
export interface BatchSource {
  next(): Promise<IteratorResult<unknown, unknown>>;
  /** Tells the source that nothing more is needed. It may be called during a pull, whose result is then dropped. */
  close(reason: unknown): Promise<void>;
}

/** A web stream of any realm and any version of the types. Only newer ones are declared iterable. */
export interface WebStream<Chunk> {
  getReader(): WebReader<Chunk>;
}

interface WebReader<Chunk> {
  read(): Promise<
    { readonly done: false; readonly value: Chunk } | { readonly done: true; readonly value?: Chunk | undefined }
  >;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

/**
 * Opens an async iterable, an iterable, a Node stream or a web stream. The caller must close the source from then on.
 *
 * @throws SchemaError for any other value, and for an iterable that certainly does not consist of batches
 */
export function openSource(caller: string, source: unknown): BatchSource {
  const refused = lookedAt(
    caller,
    'the source',
    () => whatInstead(source) ?? (isStream(source) ? undefined : noSource),
  );
  if (refused !== undefined) throw new SchemaError(`${caller}: the source is ${refused}`);
  return openStream(caller, source as AnyStream);
}

const noSource =
  'neither an async iterable nor an iterable. Pass record batches, or the bytes of Arrow IPC, as an array, a generator, or a Node or web stream of them.';

/** A value that comes part by part. */
export type AnyStream = WebStream<unknown> | AsyncIterable<unknown> | Iterable<unknown>;

/** True for an async iterable, an iterable, a Node stream or a web stream. */
export function isStream(value: unknown): value is AnyStream {
  if (typeof value !== 'object' || value === null) return false;
  return isWebStream(value) || Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** Opens a stream, which the caller must close from then on. Errors begin with `caller`. */
export function openStream(caller: string, source: AnyStream): BatchSource {
  if (isWebStream(source)) return webSource(readerOf(caller, source));
  const { [Symbol.asyncIterator]: open, [Symbol.iterator]: openSync } = source as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >;
  const iterator = open?.call(source) ?? openSync?.call(source);
  if (typeof iterator?.next !== 'function') throw notIterated(caller, 'gives no iterator');
  return iteratorSource(caller, iterator, isNodeStream(source) ? source : undefined);
}

function notIterated(caller: string, what: string): SchemaError {
  return new SchemaError(`${caller}: the stream ${what}, as it should. Pass a generator, or a Node or web stream.`);
}

function readerOf(caller: string, stream: WebStream<unknown>): WebReader<unknown> {
  let reader: WebReader<unknown>;
  try {
    reader = stream.getReader();
  } catch (cause) {
    throw new SchemaError(
      `${caller}: the stream is locked: somebody else reads it already. Pass it before it is read, or what a tee() of it gives.`,
      {},
      { cause },
    );
  }
  if (typeof (reader as Partial<WebReader<unknown>> | null)?.read !== 'function')
    throw notIterated(caller, 'gives no reader');
  return reader;
}

/** Describes a source that does not consist of batches, with advice; undefined if nothing speaks against it. */
function whatInstead(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null) {
    return `${kindOf(source)}. Pass record batches, or the bytes of Arrow IPC: an array, a generator, a Node or web stream of them.`;
  }
  if (isTable(source)) return 'a Table, which is iterated row by row. Pass its batches: table.batches.';
  if (isBatch(source)) return 'a single RecordBatch, which is iterated row by row. Pass it in an array: [batch].';
  const kind = typedArrayName(source);
  if (kind !== undefined) return `${kind}. Pass record batches, or the bytes of Arrow IPC as a Uint8Array.`;
  if (isWebStream((source as { readonly body?: unknown }).body ?? {}))
    return 'a response. Pass its body: response.body.';
  if (typeof (source as { readonly then?: unknown }).then === 'function') {
    return 'a promise. Await it: RecordBatchReader.from of a stream gives a promise of the reader.';
  }
  return undefined;
}

/** Returns the number of rows that a part of a source claims; 0 if it is not a batch. */
export function rowsOf(part: unknown): number {
  try {
    return isBatch(part) ? part.data.length : 0;
  } catch {
    return 0;
  }
}

/** Returns the error for a part of a source that is not a batch. */
export function noBatch(caller: string, value: unknown): SchemaError {
  const bytes = typedArrayName(value) !== undefined;
  const kind = isTable(value) ? 'a Table' : kindOf(value);
  const fix = bytes
    ? 'For the bytes of an Arrow IPC stream pass a source of nothing else.'
    : isTable(value)
      ? 'Pass the batches of each table one by one: yield* table.batches.'
      : 'Convert it to a RecordBatch before.';
  return new SchemaError(`${caller}: the source gave ${kind}, not a RecordBatch. ${fix}`);
}

function iteratorSource(
  caller: string,
  iterator: AsyncIterator<unknown> | Iterator<unknown>,
  stream: { destroy(): unknown } | undefined,
): BatchSource {
  return {
    async next() {
      const step = await iterator.next();
      if (typeof step !== 'object' || step === null) throw notIterated(caller, 'gives no results from its iterator');
      const { done, value } = step;
      return done === true ? { done, value } : { done: false, value: await value };
    },
    async close() {
      // The stream is destroyed first, because its iterator would wait for a pull in progress, which may take forever.
      stream?.destroy();
      await iterator.return?.();
    },
  };
}

function webSource(reader: WebReader<unknown>): BatchSource {
  return {
    async next() {
      const { done, value } = await reader.read();
      if (done) reader.releaseLock();
      return { done, value };
    },
    async close(reason) {
      await reader.cancel(reason);
      reader.releaseLock();
    },
  };
}

function isWebStream(source: unknown): source is WebStream<unknown> {
  return typeof (source as Partial<WebStream<unknown>>).getReader === 'function';
}

function isNodeStream(source: unknown): source is { destroy(): unknown } {
  const { destroy, pipe } = source as { readonly destroy?: unknown; readonly pipe?: unknown };
  return typeof destroy === 'function' && typeof pipe === 'function';
}
