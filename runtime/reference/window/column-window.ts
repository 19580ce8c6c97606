import { Additions } from './additions.js';
import { Blocks, type Combine } from './blocks.js';
import { combineMoments, type Moments, momentsOf, noMoments } from './moments.js';

/** The positions of a window in a column, and the start of its partition. */
export interface WindowRows {
  readonly begin: number;
  readonly end: number;
  readonly anchor: number;
}

type Numeric = number | bigint;

/** All values of a column, and the aggregates of its windows. */
export class WindowedColumn {
  readonly values: readonly unknown[];
  readonly #sums: BlocksOf<Numeric>;
  readonly #least: BlocksOf<Numeric | null>;
  readonly #greatest: BlocksOf<Numeric | null>;
  readonly #moments: BlocksOf<Moments>;
  #present: Int32Array | undefined;

  constructor(values: readonly unknown[]) {
    this.values = values;
    const numbers = values as readonly (Numeric | null)[];
    const zero = values.some((value) => typeof value === 'bigint') ? 0n : -0;
    this.#sums = new BlocksOf((position) => numbers[position] ?? zero, add);
    this.#least = new BlocksOf((position) => numbers[position] ?? null, unlessNull(lesser));
    this.#greatest = new BlocksOf((position) => numbers[position] ?? null, unlessNull(greater));
    this.#moments = new BlocksOf((position) => {
      const value = numbers[position] ?? null;
      return value === null ? noMoments : momentsOf(Number(value));
    }, combineMoments);
  }

  /** Returns the number of values that are not null. */
  count({ begin, end }: WindowRows): number {
    this.#present ??= runningCounts(this.values.length, (row) => this.values[row] !== null);
    return (this.#present[end] ?? 0) - (this.#present[begin] ?? 0);
  }

  sum(rows: WindowRows): Numeric | null {
    if (this.count(rows) === 0) return null;
    const sum = this.#sums.combined(rows);
    return typeof sum === 'bigint' ? sum : 0 + sum;
  }

  mean(rows: WindowRows): number | null {
    const sum = this.sum(rows);
    return sum === null ? null : Number(sum) / this.count(rows);
  }

  min(rows: WindowRows): Numeric | null {
    return this.#least.combined(rows);
  }

  max(rows: WindowRows): Numeric | null {
    return this.#greatest.combined(rows);
  }

  variance(rows: WindowRows): number | null {
    if (this.count(rows) < 2) return null;
    const { count, squares } = this.#moments.combined(rows);
    return squares / (count - 1);
  }
}

/** The blocks of each partition. */
class BlocksOf<State> {
  readonly #value: (position: number) => State;
  readonly #combine: Combine<State>;
  readonly #partitions = new Map<number, Blocks<State>>();

  constructor(value: (position: number) => State, combine: Combine<State>) {
    this.#value = value;
    this.#combine = combine;
  }

  combined({ begin, end, anchor }: WindowRows): State {
    const blocks = this.#partitions.get(anchor) ?? new Blocks((place) => this.#value(anchor + place), this.#combine);
    this.#partitions.set(anchor, blocks);
    return blocks.combined(begin - anchor, end - anchor);
  }
}

/** Returns, for each row, the number of rows before it that pass a test, and last the total. */
export function runningCounts(rows: number, passes: (row: number) => boolean): Int32Array {
  const counts = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row += 1) counts[row + 1] = (counts[row] ?? 0) + (passes(row) ? 1 : 0);
  return counts;
}

// Both are numbers, or both are bigints.
const add: Combine<Numeric> = (left, right) => (left as number) + (right as number);

function lesser(left: Numeric, right: Numeric): Numeric {
  if (typeof left === 'number' && typeof right === 'number') return Math.min(left, right);
  return right < left ? right : left;
}

function greater(left: Numeric, right: Numeric): Numeric {
  if (typeof left === 'number' && typeof right === 'number') return Math.max(left, right);
  return right > left ? right : left;
}

function unlessNull<Value>(combine: Combine<Value>): Combine<Value | null> {
  return (left, right) => (left === null || right === null ? (left ?? right) : combine(left, right));
}

/** The column of a window that is still being made. */
const noColumn = new WindowedColumn([]);

/** A column as `frame` sees it: an array of the values of a window's rows, with methods that aggregate them. */
export class ColumnWindow extends Array<unknown> {
  // `map` and similar methods return plain arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  #column = noColumn;
  #rows: WindowRows = { begin: 0, end: 0, anchor: 0 };

  static over(column: WindowedColumn, rows: WindowRows): ColumnWindow {
    const window = new ColumnWindow();
    for (let position = rows.begin; position < rows.end; position += 1) window.push(column.values[position]);
    window.#column = column;
    window.#rows = rows;
    return Object.freeze(window) as ColumnWindow;
  }

  /** Returns the sum of a loop that adds in the order of `sum()`. */
  additions(): Additions {
    return new Additions(this.#rows.begin - this.#rows.anchor);
  }

  /** Does the same as `reduce` with a function that adds to a number, in the order of `sum()`. */
  reduceInOrder(step: (sum: number, ...element: [unknown, number, ColumnWindow]) => number, start?: number): number {
    const additions = this.additions();
    for (const [index, value] of this.entries()) additions.add(step(-0, value, index, this));
    return start === undefined ? additions.sum() : start + additions.sum();
  }

  first(): unknown {
    return this[0];
  }

  last(): unknown {
    return this[this.length - 1];
  }

  count(): number {
    return this.#column.count(this.#rows);
  }

  sum(): Numeric | null {
    return this.#column.sum(this.#rows);
  }

  mean(): number | null {
    return this.#column.mean(this.#rows);
  }

  min(): Numeric | null {
    return this.#column.min(this.#rows);
  }

  max(): Numeric | null {
    return this.#column.max(this.#rows);
  }

  variance(): number | null {
    return this.#column.variance(this.#rows);
  }

  stddev(): number | null {
    const variance = this.variance();
    return variance === null ? null : Math.sqrt(variance);
  }
}
