import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn, RowWindow } from '../../description.js';
import type { Piece } from '../../input/piece.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Pace } from '../../pace.js';
import { isSet } from '../../values/bitmap.js';
import { decoder } from '../decode.js';
import type { RowFailures } from '../row-failure.js';
import { ColumnWindow, runningCounts, WindowedColumn, type WindowRows } from './column-window.js';

/**
 * The data that the pieces of one call share: the decoded columns, by their memory, and the number of rows without a null before each row.
 */
export class WholeColumns {
  readonly decoded = new Map<ArrayBufferView, WindowedColumn>();
  complete: Int32Array | undefined;
  /** The memory of this data. */
  bytes = 0;
}

/** The bytes that V8 takes for a decoded value, without the bytes of text. */
const valueBytes = 32;

/** A column with windows. */
interface WindowedBuffers {
  readonly column: InputColumn;
  readonly buffers: InputBuffers;
}

/** The windows of the rows of a piece, for each column that is read. */
export class RowWindows {
  readonly #range: RowWindow;
  readonly #columns: readonly WindowedColumn[];
  readonly #rows: number;
  readonly #first: number;
  /** The number of rows without a null before each row. */
  readonly #complete: Int32Array;
  /** If columns give the bounds: the begin, the end and the partition start of the window, per row of the piece. */
  readonly #bounds: readonly Int32Array[];

  private constructor(
    range: RowWindow,
    columns: readonly InputColumn[],
    piece: Piece,
    windowed: readonly WindowedBuffers[],
    decoded: readonly WindowedColumn[],
    whole: WholeColumns,
  ) {
    this.#range = range;
    this.#bounds = columns.flatMap(({ counted }, place) =>
      counted ? piece.buffers.slice(place, place + 1).map(({ values }) => values as Int32Array) : [],
    );
    const [{ rows = piece.length, first = 0 } = {}] = windowed.map(({ buffers }) => buffers);
    this.#rows = rows;
    this.#first = first;
    this.#columns = decoded;
    const nulls = windowed.flatMap(({ buffers: { validity, validityBit } }) =>
      validity === undefined ? [] : [{ validity, validityBit }],
    );
    whole.complete ??= runningCounts(this.#rows, (row) =>
      nulls.every(({ validity, validityBit }) => isSet(validity, validityBit + row)),
    );
    this.#complete = whole.complete;
  }

  /** Makes the windows of a piece. For the first piece of a call the columns are decoded, which yields when the event loop should turn. */
  static *over(
    range: RowWindow,
    columns: readonly InputColumn[],
    piece: Piece,
    failures: RowFailures,
    whole: WholeColumns,
    pace: Pace,
    memory: MemoryBudget,
  ): Generator<undefined, RowWindows> {
    const windowed = columns.flatMap((column, place) =>
      column.window && column.read ? piece.buffers.slice(place, place + 1).map((buffers) => ({ column, buffers })) : [],
    );
    const decoded: WindowedColumn[] = [];
    for (const { column, buffers } of windowed) {
      let known = whole.decoded.get(buffers.values);
      if (known === undefined) {
        const { rows = piece.length, first = 0 } = buffers;
        const decode = decoder(column, buffers, failures.countedFrom(first));
        const values: unknown[] = [];
        // Includes two counts per row: rows without a null, and values.
        const bytes = rows * (valueBytes + 8) + (buffers.offsets === undefined ? 0 : buffers.values.byteLength);
        memory.takeObjects(bytes);
        whole.bytes += bytes;
        for (let row = 0; row < rows; row += 1) {
          values.push(decode(row));
          if (pace.isDue()) yield undefined;
        }
        known = new WindowedColumn(values);
        whole.decoded.set(buffers.values, known);
      }
      decoded.push(known);
    }
    return new RowWindows(range, columns, piece, windowed, decoded, whole);
  }

  /** Sets the windows of a row of the piece. Returns false if too few rows of the window are without nulls. */
  read(row: number, values: unknown[]): boolean {
    const rows = this.#rowsOf(row);
    if ((this.#complete[rows.end] ?? 0) - (this.#complete[rows.begin] ?? 0) < this.#range.minPeriods) return false;
    for (const [place, column] of this.#columns.entries()) values[place] = ColumnWindow.over(column, rows);
    return true;
  }

  #rowsOf(row: number): WindowRows {
    const [begin, end, anchor] = this.#bounds;
    if (begin !== undefined) return { begin: begin[row] ?? 0, end: end?.[row] ?? 0, anchor: anchor?.[row] ?? 0 };
    const own = this.#first + row;
    const [preceding, following] = [Number(this.#range.preceding), Number(this.#range.following)];
    return { begin: Math.max(0, own - preceding), end: Math.min(this.#rows, own + following + 1), anchor: 0 };
  }
}
