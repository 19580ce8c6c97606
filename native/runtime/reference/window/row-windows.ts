import { isSet } from '../../bitmap.js';
import type { InputColumn, RowWindow } from '../../description.js';
import type { Piece } from '../../input/input-rows.js';
import { decoder } from '../decode.js';
import type { RowFailures } from '../row-failure.js';
import { ColumnWindow, runningCounts, WindowedColumn } from './column-window.js';

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

  constructor(
    range: RowWindow,
    columns: readonly InputColumn[],
    piece: Piece,
    failures: RowFailures,
    decoded: DecodedColumns,
  ) {
    const read = columns.flatMap((column, place) => {
      const buffers = piece.buffers[place];
      return column.read && buffers !== undefined ? [{ column, buffers }] : [];
    });
    this.#range = range;
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
    const { preceding, following, minPeriods } = this.#range;
    const own = this.#first + row;
    const begin = Math.max(0, own - preceding);
    const end = Math.min(this.#rows, own + following + 1);
    if ((this.#whole[end] ?? 0) - (this.#whole[begin] ?? 0) < minPeriods) return false;
    for (const [place, column] of this.#columns.entries()) values[place] = ColumnWindow.over(column, begin, end);
    return true;
  }
}
