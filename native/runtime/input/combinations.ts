import type { InputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { type RowRun, runBytes } from './gather-rows.js';
import type { Piece } from './piece.js';

/** How many combinations of entries, and nulls, the rows of a piece can be; undefined where a column that is read has no indices. */
export function countCombinations(piece: Piece, columns: readonly InputColumn[]): number | undefined {
  let count = 1;
  for (const [index, { read }] of columns.entries()) {
    if (!read) continue;
    const { indices, offsets } = piece.buffers[index] ?? {};
    if (indices === undefined || offsets === undefined) return undefined;
    count *= offsets.length;
  }
  return count;
}

/**
 * The first rows of all combinations that there are, in their order: a failing one is then the lowest row that fails.
 *
 * @param rows by combination its first row, or -1
 * @returns `ranks`: by combination its place among `runs`, or -1
 */
export function rankRows(
  rows: Int32Array,
  memory: MemoryBudget,
): { readonly ranks: Int32Array; readonly runs: readonly RowRun[] } {
  memory.take(8 * rows.length);
  const present = new Int32Array(rows.length);
  let count = 0;
  for (let combination = 0; combination < rows.length; combination += 1) {
    if ((rows[combination] ?? -1) >= 0) present[count++] = combination;
  }
  memory.takeObjects(runBytes * count);
  const ordered = present.subarray(0, count).sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
  const ranks = new Int32Array(rows.length).fill(-1);
  const runs: RowRun[] = [];
  for (let place = 0; place < count; place += 1) {
    const combination = ordered[place] ?? 0;
    ranks[combination] = place;
    runs.push({ from: rows[combination] ?? 0, length: 1 });
  }
  return { ranks, runs };
}
