import type { InputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { type RowRun, runBytes } from './gather-rows.js';
import type { Piece } from './piece.js';

/** Returns the number of possible combinations of entries and nulls in a row; undefined if a column that is read has no indices. */
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
 * Ranks the combinations that occur by their first rows. If one fails, it is then the lowest row that fails.
 *
 * @param rows the first row of each combination, or -1
 * @returns `ranks`: the place of each combination among `runs`, or -1
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
