import type { InputBuffers } from '../../addon.js';
import { isSet } from '../../bitmap.js';
import type { InputColumn, RowWindow } from '../../description.js';
import type { Piece } from '../../input/input-rows.js';
import { decoder } from '../decode.js';
import type { RowFailures } from '../row-failure.js';
import { ColumnWindow, runningCounts, WindowedColumn, type WindowRows } from './column-window.js';

/** What pieces of one call share: decoded columns, by their memory. */
export type DecodedColumns = Map<ArrayBufferView, WindowedColumn>;

/** The windows of the rows of a piece, of each column that is read. */
export class RowWindows {
  readonly #range: RowWindow;
  readonly #columns: readonly WindowedColumn[];
  readonly #rows: number;
  readonly #first: number;
  /** Rows without a null, before each row. */
  readonly #whole: Int32Array;
  /** By row of the piece, where columns say it: where windows begin, where they end, and where their partitions begin. */
  readonly #bounds: readonly Int32Array[];

  constructor(
    range: RowWindow,
    columns: readonly InputColumn[],
    piece: Piece,
    failures: RowFailures,
    decoded: DecodedColumns,
  ) {
    const buffersAt = (place: number): readonly InputBuffers[] => piece.buffers.slice(place, place + 1);
    const read = columns.flatMap((column, place) =>
      column.window && column.read ? buffersAt(place).map((buffers) => ({ column, buffers })) : [],
    );
    this.#range = range;
    this.#bounds = columns.flatMap(({ counted }, place) =>
      counted ? buffersAt(place).map(({ values }) => values as Int32Array) : [],
    );
    this.#rows = read[0]?.buffers.rows ?? piece.length;
    this.#first = read[0]?.buffers.first ?? 0;
    this.#columns = read.map(({ column, buffers }) => {
      const known = decoded.get(buffers.values);
      if (known !== undefined) return known;
      const decode = decoder(column, buffers, failures.countedFrom(this.#first));
      const all = new WindowedColumn(Array.from({ length: this.#rows }, (_, row) => decode(row)));
      decoded.set(buffers.values, all);
      return all;
    });
    const nulls = read.flatMap(({ buffers: { validity, validityBit } }) =>
      validity === undefined ? [] : [{ validity, validityBit }],
    );
    this.#whole = runningCounts(this.#rows, (row) =>
      nulls.every(({ validity, validityBit }) => isSet(validity, validityBit + row)),
    );
  }

  /** Sets the windows of a row of the piece. False where too few of its rows have no null. */
  read(row: number, values: unknown[]): boolean {
    const rows = this.#rowsOf(row);
    if ((this.#whole[rows.end] ?? 0) - (this.#whole[rows.begin] ?? 0) < this.#range.minPeriods) return false;
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
