import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn } from '../../description.js';
import type { MemoryBudget } from '../../memory-budget.js';
import type { Pace } from '../../pace.js';
import { decoder } from '../../reference/decode.js';
import type { RowFailures } from '../../reference/row-failure.js';

/** The rows of a table by partition. Rows of one partition are adjacent, in the order of the table. */
export interface Partitions {
  /** The row at each position; undefined if every row is at its own. */
  readonly order: Int32Array | undefined;
  /** The first position of each partition, then the number of rows. */
  readonly begins: Int32Array;
}

/**
 * Brings rows of equal keys together by a counting sort. Yields when the event loop should turn. Keys are compared by SameValueZero: NaN
 * equals NaN, and 0 equals -0. Null is a value like any other.
 */
export function* partition(
  keys: readonly { readonly column: InputColumn; readonly buffers: InputBuffers }[],
  rows: number,
  failures: RowFailures,
  pace: Pace,
  memory: MemoryBudget,
): Generator<undefined, Partitions> {
  const [first, ...others] = keys;
  if (first === undefined) return { order: undefined, begins: Int32Array.of(0, rows) };
  let { numbers, count } = yield* numbered(decoder(first.column, first.buffers, failures), rows, pace, memory);
  for (const { column, buffers } of others) {
    const next = yield* numbered(decoder(column, buffers, failures), rows, pace, memory);
    const [before, stride] = [numbers, next.count];
    const isExact = count * stride <= Number.MAX_SAFE_INTEGER;
    const pair = (one: number, other: number) => (isExact ? one * stride + other : `${one} ${other}`);
    ({ numbers, count } = yield* numbered((row) => pair(before[row] ?? 0, next.numbers[row] ?? 0), rows, pace, memory));
  }
  memory.take(4 * rows + 8 * count);
  return sorted(numbers, count, rows);
}

interface Numbered {
  readonly numbers: Int32Array;
  readonly count: number;
}

/** The bytes that V8 takes for an entry of a map with its key, without the characters of a text. */
const entryBytes = 64;

/** Numbers the distinct values from 0, in order of their first rows. */
function* numbered(
  keyOf: (row: number) => unknown,
  rows: number,
  pace: Pace,
  memory: MemoryBudget,
): Generator<undefined, Numbered> {
  memory.take(4 * rows);
  let objects = 0;
  const known = new Map<unknown, number>();
  const numbers = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const value = keyOf(row);
    let number = known.get(value);
    if (number === undefined) {
      number = known.size;
      const bytes = entryBytes + (typeof value === 'string' ? value.length : 0);
      memory.takeObjects(bytes);
      objects += bytes;
      known.set(value, number);
    }
    numbers[row] = number;
    if (pace.isDue()) yield undefined;
  }
  memory.giveObjects(objects);
  return { numbers, count: known.size };
}

function sorted(numbers: Int32Array, count: number, rows: number): Partitions {
  const begins = new Int32Array(count + 1);
  for (const number of numbers) begins[number + 1] = (begins[number + 1] ?? 0) + 1;
  for (let number = 0; number < count; number += 1)
    begins[number + 1] = (begins[number + 1] ?? 0) + (begins[number] ?? 0);
  const next = begins.slice(0, count);
  const order = new Int32Array(rows);
  let isSorted = true;
  for (let row = 0; row < rows; row += 1) {
    const number = numbers[row] ?? 0;
    const position = next[number] ?? 0;
    next[number] = position + 1;
    order[position] = row;
    isSorted &&= position === row;
  }
  return { order: isSorted ? undefined : order, begins };
}
