import { channel } from 'node:diagnostics_channel';
import type { InputColumn } from '../description.js';
import type { PieceSource } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import type { Backend } from '../options.js';
import type { ResultChunk } from '../output/result-columns.js';
import { inputBytes, resultBytes } from './column-bytes.js';

/** One call that has ended, as subscribers of the channel `rowfuse:call` of `node:diagnostics_channel` get it. */
export interface CallEvent {
  /** The exported name of the transform or aggregate. */
  readonly transform: string;
  /** The number of the batch; undefined unless the event is about a batch of a stream. */
  readonly batch: number | undefined;
  /** The backend that ran; undefined if the call failed before one was chosen. */
  readonly backend: Backend | undefined;
  /** The number of input rows that the call has read. If it failed, those after the piece that failed are not among them. */
  readonly rows: number;
  /** The bytes of these rows in the columns that are read, with their offsets and bitmaps; for lines, the bytes of the text. */
  readonly bytesRead: number;
  /** The bytes of the result's columns, without those that it shares with the input. */
  readonly bytesWritten: number;
  /** The time from the call, or from the start of the batch, to its end. */
  readonly milliseconds: number;
  /** The error with which the call rejects; undefined if it succeeds. */
  readonly error: unknown;
}

const calls = channel('rowfuse:call');

/** Begins to watch a call, if anybody subscribes to the channel. The backend may become known later. */
export function watchCall(transform: string, backend?: Backend, batch?: number): CallWatch | undefined {
  return calls.hasSubscribers ? new CallWatch(transform, backend, batch) : undefined;
}

/** Awaits a call, converts its error, and publishes the event. */
export async function watched<Result>(
  watch: CallWatch | undefined,
  call: Promise<Result>,
  convert: (error: unknown) => unknown,
): Promise<Result> {
  try {
    const result = await call;
    watch?.end();
    return result;
  } catch (cause) {
    const error = convert(cause);
    watch?.end(error);
    throw error;
  }
}

/** Collects the event of one call. */
export class CallWatch {
  /** The backend in use. */
  backend: Backend | undefined;
  readonly #transform: string;
  readonly #batch: number | undefined;
  readonly #start = performance.now();
  #rows = 0;
  #bytesRead = 0;
  #bytesWritten = 0;

  constructor(transform: string, backend: Backend | undefined, batch: number | undefined) {
    this.#transform = transform;
    this.backend = backend;
    this.#batch = batch;
  }

  /** Returns the same rows, which are counted when they are taken. */
  reading(columns: readonly InputColumn[], rows: PieceSource): PieceSource {
    return { pieces: (maxBytes) => this.#counted(columns, rows.pieces(maxBytes)) };
  }

  /** Counts the rows of a piece. */
  readPiece(columns: readonly InputColumn[], { length, buffers }: Piece): void {
    let bytes = 0;
    for (const [index, column] of columns.entries()) {
      const own = column.read || column.orders === true ? buffers[index] : undefined;
      if (own !== undefined) bytes += inputBytes(column, own, 0, length);
    }
    this.read(length, bytes);
  }

  /** Counts rows that are not in pieces. */
  read(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytesRead += bytes;
  }

  /** Counts chunks of the result. */
  wrote(chunks: readonly ResultChunk[]): void {
    for (const { columns } of chunks) for (const column of columns) this.#bytesWritten += resultBytes(column);
  }

  /** Counts bytes that were written to the memory of a device table. */
  wroteBytes(bytes: number): void {
    this.#bytesWritten += bytes;
  }

  /** Publishes the event. */
  end(error?: unknown): void {
    const event: CallEvent = {
      transform: this.#transform,
      batch: this.#batch,
      backend: this.backend,
      rows: this.#rows,
      bytesRead: this.#bytesRead,
      bytesWritten: this.#bytesWritten,
      milliseconds: performance.now() - this.#start,
      error,
    };
    calls.publish(event);
  }

  *#counted(columns: readonly InputColumn[], pieces: Iterable<Piece>): Generator<Piece> {
    for (const piece of pieces) {
      this.readPiece(columns, piece);
      yield piece;
    }
  }
}
