import { hasOffsets, numberTypes } from '../../schema/column-types.js';
import type { OutputColumn } from '../description.js';
import type { RowRun } from '../input/gather-rows.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet, set } from '../values/bitmap.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/**
 * Returns the result of `length` rows, of which only those in `runs` were computed; the others are null. `chunks` are the computed rows, in
 * order. Each becomes one chunk.
 */
export function scatterRows(
  chunks: readonly ResultChunk[],
  columns: readonly OutputColumn[],
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
): ResultChunk[] {
  if (chunks.length === 0)
    return [{ length, columns: columns.map((column) => scatter(undefined, column, [], length, memory)) }];
  const left = [...runs];
  let start = 0;
  return chunks.map((chunk, index) => {
    const taken = take(left, chunk.length);
    const last = taken.at(-1);
    const end = index === chunks.length - 1 ? length : last === undefined ? start : last.from + last.length;
    const own = taken.map((run) => ({ ...run, from: run.from - start }));
    const rows = end - start;
    start = end;
    return {
      length: rows,
      columns: columns.map((column, place) => scatter(chunk.columns[place], column, own, rows, memory)),
    };
  });
}

/** Takes the first `count` rows out of `runs`. */
function take(runs: RowRun[], count: number): RowRun[] {
  const taken: RowRun[] = [];
  for (let rest = count; rest > 0; ) {
    const run = runs.shift();
    if (run === undefined) throw new Error('a result has more rows than were computed');
    const length = Math.min(run.length, rest);
    taken.push({ from: run.from, length });
    if (length < run.length) runs.unshift({ from: run.from + length, length: run.length - length });
    rest -= length;
  }
  return taken;
}

function scatter(
  result: ResultColumn | undefined,
  { type }: OutputColumn,
  runs: readonly RowRun[],
  length: number,
  memory: MemoryBudget,
): ResultColumn {
  // Bitmaps, and offsets or values per row.
  memory.take(
    (length >>> 2) + (hasOffsets(type) ? 4 * length : type === 'bool' ? 0 : numberTypes[type].width * length),
  );
  const { values = new Uint8Array(0), offsets, validity } = result ?? {};
  const valid = new Uint8Array((length + 7) >>> 3);
  const computed = runs.reduce((sum, run) => sum + run.length, 0);
  forEachRow(runs, (row, at) => {
    if (validity === undefined || isSet(validity, at)) set(valid, row);
  });
  const nulls = { validity: valid, nullCount: (result?.nullCount ?? 0) + length - computed };
  if (hasOffsets(type)) return { ...nulls, values, offsets: scatterOffsets(offsets, runs, length) };
  if (type === 'bool') {
    const bits = new Uint8Array((length + 7) >>> 3);
    forEachRow(runs, (row, at) => {
      if (isSet(values, at)) set(bits, row);
    });
    return { ...nulls, values: bits };
  }
  const { width } = numberTypes[type];
  const spread = new Uint8Array(length * width);
  let at = 0;
  for (const run of runs) {
    spread.set(values.subarray(at * width, (at + run.length) * width), run.from * width);
    at += run.length;
  }
  return { ...nulls, values: spread };
}

function scatterOffsets(given: Int32Array | undefined, runs: readonly RowRun[], length: number): Int32Array {
  const offsets: Int32Array = given ?? new Int32Array(1);
  const spread = new Int32Array(length + 1);
  let row = 0;
  let at = 0;
  const stay = (end: number) => {
    for (; row < end; row += 1) spread[row + 1] = offsets[at] ?? 0;
  };
  for (const { from, length: count } of runs) {
    stay(from);
    for (let index = 0; index < count; index += 1) spread[++row] = offsets[++at] ?? 0;
  }
  stay(length);
  return spread;
}

function forEachRow(runs: readonly RowRun[], visit: (row: number, at: number) => void): void {
  let at = 0;
  for (const { from, length } of runs) for (let row = from; row < from + length; row += 1) visit(row, at++);
}
