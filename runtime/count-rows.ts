import type { TransformDescription } from './description.js';
import { FailedRows } from './faults/failed-rows.js';
import type { InputRows } from './input/input-rows.js';
import type { MemoryBudget } from './memory-budget.js';
import { bytesOf, type ResultChunk } from './output/result-columns.js';
import { isValue } from './values/bitmap.js';

/** Computes a transform over rows. The rows that `failed` takes are null. */
export type ComputeCounts = (pass: TransformDescription, rows: InputRows, failed: FailedRows) => Promise<ResultChunk[]>;

/** The number of rows that have reached each counted stage of a pipe, over all inputs so far. */
export type Totals = readonly number[];

/**
 * Adds a column per counted stage of a pipe: the number of rows that reached the stage before each row's own. Passes count, and this sums.
 * A row that fails in a pass has no count there. It fails again in the next pass, which reports it.
 *
 * @param before the totals of the inputs before this one
 */
export async function countRows(
  { counts = [] }: Pick<TransformDescription, 'counts'>,
  given: InputRows,
  before: Totals,
  memory: MemoryBudget,
  compute: ComputeCounts,
): Promise<{ readonly rows: InputRows; readonly totals: Totals }> {
  let rows = given;
  const totals: number[] = [];
  for (const [index, pass] of counts.entries()) {
    const sums = new SumsBefore(given.length, before[index] ?? 0, memory);
    sums.addAll(await compute(pass, rows, new FailedRows(0)));
    rows = rows.withNumbers(sums.values);
    totals.push(sums.total);
  }
  return { rows, totals };
}

/** Does the same as {@link countRows}, at once. */
export function countRowsNow(
  { counts = [] }: Pick<TransformDescription, 'counts'>,
  given: InputRows,
  memory: MemoryBudget,
  compute: (pass: TransformDescription, rows: InputRows, failed: FailedRows) => readonly ResultChunk[],
): InputRows {
  return counts.reduce((rows, pass) => {
    const sums = new SumsBefore(given.length, 0, memory);
    sums.addAll(compute(pass, rows, new FailedRows(0)));
    return rows.withNumbers(sums.values);
  }, given);
}

class SumsBefore {
  readonly values: Float64Array;
  total: number;
  readonly #memory: MemoryBudget;
  #rows = 0;

  constructor(length: number, start: number, memory: MemoryBudget) {
    memory.take(8 * length);
    this.values = new Float64Array(length);
    this.total = start;
    this.#memory = memory;
  }

  /** Adds the counts of all rows, and gives their memory back. */
  addAll(chunks: readonly ResultChunk[]): void {
    for (const chunk of chunks) this.#add(chunk);
    this.#memory.give(bytesOf(chunks));
  }

  #add({ length, columns: [column] }: ResultChunk): void {
    if (column === undefined) return;
    const { values, validity, nullCount } = column;
    const counts = new Float64Array(values.buffer, values.byteOffset, length);
    const valid = nullCount > 0 && validity !== undefined ? { bits: validity, offset: 0 } : undefined;
    for (let row = 0; row < length; row += 1) {
      this.values[this.#rows] = this.total;
      this.#rows += 1;
      if (isValue(valid, row)) this.total += counts[row] ?? 0;
    }
  }
}
