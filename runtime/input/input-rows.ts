import type { InputBuffers } from '../backend/addon.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';
import { mapped } from '../values/mapped.js';
import { judgeRows } from './checks/unsound-rows.js';
import { type HeldChunk, maxTextBytes } from './chunks/chunk.js';
import { NumberChunk } from './chunks/plain-chunks.js';
import type { Piece } from './piece.js';
import { spreadOut } from './spread-out.js';

/** A source of the pieces that backends run over. */
export interface PieceSource {
  /** Returns the rows in order, in pieces whose columns have at most `maxBytes` bytes of text. */
  pieces(maxBytes?: number): Iterable<Piece>;
}

/** Backends count the rows of a call in 31 bits. */
const maxRows = 2 ** 30;

const unread: InputBuffers = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };

/** A position in the chunks of one column. */
interface Cursor {
  readonly chunks: readonly HeldChunk[];
  chunk: number;
  row: number;
}

function verifyChunk(held: HeldChunk | undefined): void {
  held?.memory?.verify();
}

/** A checked input: columns of one length, each in its own chunks. */
export class InputRows implements PieceSource {
  readonly length: number;
  readonly #columns: readonly InputColumn[];
  readonly #chunks: readonly (readonly HeldChunk[])[];
  readonly #firstRow: number;
  readonly #memory: MemoryBudget;

  /**
   * @param firstRow the number of the first row, for errors
   * @param memory the budget of the call; the conversions of a piece count in it until the next piece is requested
   */
  constructor(
    columns: readonly InputColumn[],
    chunks: readonly (readonly HeldChunk[])[],
    length: number,
    firstRow: number,
    memory: MemoryBudget,
  ) {
    this.#columns = columns;
    this.#chunks = chunks;
    this.length = length;
    this.#firstRow = firstRow;
    this.#memory = memory;
  }

  /** Returns the rows with one more column, which a pass has made. It is declared after the columns that are there. */
  withNumbers(values: Float64Array): InputRows {
    const column: InputColumn = { name: 'counted', type: 'float64', nullable: false, counted: true, read: true };
    const chunk: HeldChunk = { chunk: new NumberChunk(values, values.length, undefined), memory: undefined };
    return new InputRows(
      [...this.#columns, column],
      [...this.#chunks, [chunk]],
      this.length,
      this.#firstRow,
      this.#memory,
    );
  }

  /** True if any of these buffers is memory of the user that will be read. */
  borrows(buffers: ReadonlySet<ArrayBufferLike>): boolean {
    return this.#chunks.some((chunks) => chunks.some(({ memory }) => memory?.holds(buffers) === true));
  }

  /**
   * Returns the rows in order, cut at every border of a chunk, and smaller if a converted column would exceed 2^31 - 1 bytes. Columns are
   * converted when the iteration reaches them.
   */
  *pieces(maxBytes = maxTextBytes): Generator<Piece> {
    const cursors = mapped(this.#chunks, (chunks): Cursor => ({ chunks, chunk: 0, row: 0 }));
    const end = this.#firstRow + this.length;
    for (let start = this.#firstRow; start < end; ) {
      let length = Math.min(end - start, maxRows);
      for (const cursor of cursors) {
        while (cursor.row === cursor.chunks[cursor.chunk]?.chunk.length) {
          cursor.chunk += 1;
          cursor.row = 0;
        }
        length = Math.min(length, (cursor.chunks[cursor.chunk]?.chunk.length ?? 0) - cursor.row);
      }
      yield* this.#read(cursors, 0, start, length, maxBytes);
      for (const cursor of cursors) cursor.row += length;
      start += length;
    }
  }

  *#read(cursors: readonly Cursor[], from: number, start: number, length: number, maxBytes: number): Generator<Piece> {
    const held = mapped(cursors, (cursor) => cursor.chunks[cursor.chunk]);
    const verify = () => held.forEach(verifyChunk);
    verify();
    const buffers: InputBuffers[] = [];
    const memory = this.#memory;
    const before = memory.used;
    for (let index = 0; index < cursors.length; index += 1) {
      const cursor = cursors[index];
      const column = this.#columns[index];
      if (cursor === undefined) continue;
      const isUsed = column?.read !== false || column.kept === true || column.orders === true;
      const given = isUsed ? held[index]?.chunk.read(cursor.row + from, length, maxBytes, memory) : unread;
      const isKept = given !== undefined && column?.kept === true && !column.read;
      const read = isKept ? keptRows(column, given, length, maxBytes, memory) : given;
      if (read === undefined) {
        memory.settle(before, 0);
        if (length === 1) {
          throw new SchemaError(
            `Column ${JSON.stringify(column?.name)}: the text of row ${start} takes more than ${maxBytes} bytes, which is the most that utf8 can address.`,
            { column: column?.name ?? '', row: start },
          );
        }
        const half = length >>> 1;
        yield* this.#read(cursors, from, start, half, maxBytes);
        yield* this.#read(cursors, from + half, start + half, length - half, maxBytes);
        return;
      }
      buffers.push(read);
    }
    const converted = memory.used - before;
    yield { start, length, buffers, verify };
    memory.give(converted);
  }
}

/**
 * Prepares a column that the result has as it is and that is not read. Its bytes are not judged, but its offsets are, because results are
 * sound. Undefined if its text would exceed `maxBytes`.
 */
function keptRows(
  column: InputColumn,
  buffers: InputBuffers,
  length: number,
  maxBytes: number,
  memory: MemoryBudget,
): InputBuffers | undefined {
  const text = buffers.indices === undefined ? buffers : spreadOut(buffers, length, maxBytes, memory);
  return text === 'too large' ? undefined : judgeRows(column, text, length);
}
