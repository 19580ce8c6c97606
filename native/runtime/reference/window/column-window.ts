import { Blocks } from './blocks.js';
import { combineMoments, type Moments, momentsOf, noMoments } from './moments.js';

/** All values of a column, and what windows of it ask for. */
export class WindowedColumn {
  readonly values: readonly unknown[];
  #sums: Blocks<number | bigint> | undefined;
  #least: Blocks<number | bigint | null> | undefined;
  #greatest: Blocks<number | bigint | null> | undefined;
  #moments: Blocks<Moments> | undefined;
  #present: Int32Array | undefined;

  constructor(values: readonly unknown[]) {
    this.values = values;
  }

  /** How many of the rows [begin, end) are not null. */
  count(begin: number, end: number): number {
    this.#present ??= runningCounts(this.values.length, (row) => this.values[row] !== null);
    return (this.#present[end] ?? 0) - (this.#present[begin] ?? 0);
  }

  sum(begin: number, end: number): number | bigint | null {
    if (this.count(begin, end) === 0) return null;
    this.#sums ??= new Blocks(this.#isBig() ? this.#orElse(0n) : this.#orElse(-0), add);
    const sum = this.#sums.combined(begin, end);
    return typeof sum === 'bigint' ? sum : 0 + sum;
  }

  mean(begin: number, end: number): number | null {
    const sum = this.sum(begin, end);
    return sum === null ? null : Number(sum) / this.count(begin, end);
  }

  min(begin: number, end: number): number | bigint | null {
    this.#least ??= new Blocks(this.#numbers(), unlessNull(lesser));
    return this.#least.combined(begin, end);
  }

  max(begin: number, end: number): number | bigint | null {
    this.#greatest ??= new Blocks(this.#numbers(), unlessNull(greater));
    return this.#greatest.combined(begin, end);
  }

  variance(begin: number, end: number): number | null {
    if (this.count(begin, end) < 2) return null;
    this.#moments ??= new Blocks(
      this.#numbers().map((value) => (value === null ? noMoments : momentsOf(Number(value)))),
      combineMoments,
    );
    const { count, squares } = this.#moments.combined(begin, end);
    return squares / (count - 1);
  }

  #isBig(): boolean {
    return this.values.some((value) => typeof value === 'bigint');
  }

  #numbers(): readonly (number | bigint | null)[] {
    return this.values as readonly (number | bigint | null)[];
  }

  #orElse<Value extends number | bigint>(zero: Value): readonly (number | bigint)[] {
    return this.#numbers().map((value) => value ?? zero);
  }
}

/** How many rows before each one pass a test: one entry more than there are rows. */
export function runningCounts(rows: number, passes: (row: number) => boolean): Int32Array {
  const counts = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row += 1) counts[row + 1] = (counts[row] ?? 0) + (passes(row) ? 1 : 0);
  return counts;
}

function add(left: number | bigint, right: number | bigint): number | bigint {
  return (left as number) + (right as number);
}

function lesser(left: number | bigint, right: number | bigint): number | bigint {
  if (typeof left === 'number' && typeof right === 'number') return Math.min(left, right);
  return right < left ? right : left;
}

function greater(left: number | bigint, right: number | bigint): number | bigint {
  if (typeof left === 'number' && typeof right === 'number') return Math.max(left, right);
  return right > left ? right : left;
}

function unlessNull<Value>(combine: (left: Value, right: Value) => Value) {
  return (left: Value | null, right: Value | null): Value | null =>
    left === null || right === null ? (left ?? right) : combine(left, right);
}

/** What `frame` sees of a column: the values of the rows of a window as an array, and what is asked of all of them. */
export class ColumnWindow extends Array<unknown> {
  // What `map` and its like make is no window.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  #column: WindowedColumn | undefined;
  #begin = 0;

  /** The window of the rows [begin, end). */
  static over(column: WindowedColumn, begin: number, end: number): ColumnWindow {
    const window = new ColumnWindow();
    for (let row = begin; row < end; row += 1) window.push(column.values[row]);
    window.#column = column;
    window.#begin = begin;
    return Object.freeze(window) as ColumnWindow;
  }

  first(): unknown {
    return this[0];
  }

  last(): unknown {
    return this[this.length - 1];
  }

  count(): number {
    return this.#ask((column, begin, end) => column.count(begin, end));
  }

  sum(): number | bigint | null {
    return this.#ask((column, begin, end) => column.sum(begin, end));
  }

  mean(): number | null {
    return this.#ask((column, begin, end) => column.mean(begin, end));
  }

  min(): number | bigint | null {
    return this.#ask((column, begin, end) => column.min(begin, end));
  }

  max(): number | bigint | null {
    return this.#ask((column, begin, end) => column.max(begin, end));
  }

  variance(): number | null {
    return this.#ask((column, begin, end) => column.variance(begin, end));
  }

  stddev(): number | null {
    const variance = this.variance();
    return variance === null ? null : Math.sqrt(variance);
  }

  #ask<Answer>(question: (column: WindowedColumn, begin: number, end: number) => Answer): Answer {
    const column = this.#column ?? new WindowedColumn([...this]);
    return question(column, this.#begin, this.#begin + this.length);
  }
}
