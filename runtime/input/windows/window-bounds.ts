import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn, RowWindow } from '../../description.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Pace } from '../../pace.js';
import { decoder } from '../../reference/decode.js';
import type { RowFailures } from '../../reference/row-failure.js';
import { distancesOf } from './distances.js';
import { type Partitions, partition } from './partitions.js';
import { permuteNumbers } from './permute-rows.js';

/** The windows of rows, in columns whose rows are ordered by partition. */
export interface WindowBounds {
  /** The row at each position; undefined if every row is at its own. */
  readonly order: Int32Array | undefined;
  /** Per row of the table: the window's first position, the position after its last, and the first of its partition. */
  readonly begin: Int32Array;
  readonly end: Int32Array;
  readonly anchor: Int32Array;
}

/**
 * Finds windows that depend on the contents of columns: within partitions, and by value.
 *
 * @param columns the whole columns, by their place in the input
 * @throws RowError for the first row whose value is out of order
 */
export function* windowBounds(
  input: readonly InputColumn[],
  window: RowWindow,
  columns: readonly (InputBuffers | undefined)[],
  rows: number,
  failures: RowFailures,
  pace: Pace,
  memory: MemoryBudget,
): Generator<undefined, WindowBounds> {
  const at = (place: number) => {
    const [column, buffers] = [input[place], columns[place]];
    return column !== undefined && buffers !== undefined ? [{ column, buffers }] : [];
  };
  const before = memory.used;
  const partitions = yield* partition((window.partitionBy ?? []).flatMap(at), rows, failures, pace, memory);
  memory.take(12 * rows);
  const bounds = {
    order: partitions.order,
    begin: new Int32Array(rows),
    end: new Int32Array(rows),
    anchor: new Int32Array(rows),
  };
  const [on] = window.on === undefined ? [] : at(window.on);
  if (on === undefined) boundRows(partitions, window, bounds);
  else {
    // The values as numbers, and the same in partition order.
    memory.take(16 * rows);
    boundValues(partitions, window, on, failures, bounds);
  }
  memory.settle(before, (bounds.order === undefined ? 12 : 16) * rows);
  return bounds;
}

/** Calls `visit` with the first position of each partition and the position after its last. */
function forEachPartition({ begins }: Partitions, visit: (from: number, to: number) => void): void {
  for (let number = 0; number + 1 < begins.length; number += 1) visit(begins[number] ?? 0, begins[number + 1] ?? 0);
}

function boundRows(partitions: Partitions, { preceding, following }: RowWindow, bounds: WindowBounds): void {
  const { order, begin, end, anchor } = bounds;
  const [before, behind] = [Number(preceding), Number(following)];
  forEachPartition(partitions, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const row = order === undefined ? position : (order[position] ?? 0);
      begin[row] = Math.max(from, position - before);
      end[row] = Math.min(to, position + behind + 1);
      anchor[row] = from;
    }
  });
}

/** Finds windows by value with two pointers that only move forward, because values are sorted. */
function boundValues(
  partitions: Partitions,
  window: RowWindow,
  { column, buffers }: { readonly column: InputColumn; readonly buffers: InputBuffers },
  failures: RowFailures,
  bounds: WindowBounds,
): void {
  const { order, begin, end, anchor } = bounds;
  const { values, below, above } = distancesOf(column, buffers, window);
  const ordered = order === undefined ? values : permuteNumbers(values, order);
  forEachPartition(partitions, (from, to) => {
    let [first, behind] = [from, from];
    for (let position = from; position < to; position += 1) {
      // Values and distances are all numbers or all bigints.
      const value = ordered[position] as number;
      const row = order === undefined ? position : (order[position] ?? 0);
      const isInOrder = position > from ? value >= (ordered[position - 1] as number) : !Number.isNaN(value);
      if (!isInOrder) throw unsorted(row, position > from);
      const [least, most] = [value - below, value + above];
      while ((ordered[first] as number) < least) first += 1;
      while (behind < to && (ordered[behind] as number) <= most) behind += 1;
      begin[row] = Math.min(first, position);
      end[row] = Math.max(behind, position + 1);
      anchor[row] = from;
    }
  });

  function unsorted(row: number, comesAfter: boolean) {
    const value = decoder(column, buffers, failures)(row);
    return failures.at(row, {
      column: column.name,
      what: (shown) =>
        !comesAfter || Number.isNaN(value)
          ? `windows by value need a sorted column, in which ${shown} has no place`
          : `windows by value need a sorted column, and ${shown} comes after a greater value`,
      fix: `Sort the table by ${JSON.stringify(column.name)}, or leave such rows out before the call`,
      value,
    });
  }
}
