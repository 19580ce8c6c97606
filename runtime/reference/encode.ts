import { describeType } from '../../schema/columns.js';
import type { OutputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { ResultColumn } from '../output/result-columns.js';
import { set } from '../values/bitmap.js';
import { kindOf } from '../words.js';
import { missing } from './result-value.js';
import type { RowFailures } from './row-failure.js';
import type { UnfitElement, ValueWriter } from './value-writer.js';
import { trimTo, valueWriter } from './value-writers.js';

/** Encodes one output column, and checks nulls, ranges and types. */
export class ColumnEncoder {
  readonly #column: OutputColumn;
  readonly #writer: ValueWriter;
  readonly #failures: RowFailures;
  readonly #validity: Uint8Array | undefined;
  readonly #memory: MemoryBudget;
  #length = 0;
  #nullCount = 0;

  /** @param capacity the most rows that may be appended */
  constructor(column: OutputColumn, capacity: number, maxBytes: number, failures: RowFailures, memory: MemoryBudget) {
    this.#column = column;
    this.#failures = failures;
    this.#memory = memory;
    this.#writer = valueWriter(column, capacity, maxBytes, memory);
    memory.take(column.nullable ? (capacity + 7) >>> 3 : 0);
    this.#validity = column.nullable ? new Uint8Array((capacity + 7) >>> 3) : undefined;
  }

  /** True if a value fits into this chunk. */
  hasRoom(value: unknown): boolean {
    return this.#writer.hasRoom(value === missing ? null : value);
  }

  /** @throws RowError when the column cannot hold the value */
  judge(value: unknown, row: number): void {
    if (value === missing) return;
    if (value === null || value === undefined) {
      if (!this.#mayBeNull) throw this.#absent(value, row);
    } else if (!this.#writer.holds(value)) throw this.#unfit(value, row);
  }

  /**
   * Appends a value. `row` is its number in the piece.
   *
   * @throws RowError when the column cannot hold it
   */
  append(value: unknown, row: number): void {
    const index = this.#length;
    if (value === null || value === undefined || value === missing) {
      if (value !== missing && !this.#mayBeNull) throw this.#absent(value, row);
      this.#writer.skip(index);
      this.#nullCount += 1;
    } else {
      if (!this.#writer.write(index, value)) throw this.#unfit(value, row);
      if (this.#validity !== undefined) set(this.#validity, index);
    }
    this.#length += 1;
  }

  get #mayBeNull(): boolean {
    return this.#column.nullable && !this.#column.required;
  }

  /** Returns the finished column. */
  finish(): ResultColumn {
    const { values, offsets, child } = this.#writer.finish(this.#length);
    return {
      values,
      ...(offsets !== undefined && { offsets }),
      ...(child !== undefined && { child }),
      ...(this.#validity !== undefined && { validity: trimTo(this.#validity, (this.#length + 7) >>> 3, this.#memory) }),
      nullCount: this.#nullCount,
    };
  }

  #absent(value: null | undefined, row: number): Error {
    const { name } = this.#column;
    const type = describeType(this.#column);
    return this.#failures.at(row, {
      column: name,
      what: () => `the row function returned ${value} for a column that is declared ${type}, not nullable(${type})`,
      fix: 'Return a value, or declare the column nullable',
      value,
    });
  }

  #unfit(value: unknown, row: number): Error {
    const { name } = this.#column;
    const unfit = this.#writer.unfitElement?.(value);
    if (unfit !== undefined) return this.#unfitElement(unfit, row);
    const type = describeType(this.#column);
    const { expected } = this.#writer;
    return this.#failures.at(row, {
      column: name,
      what: (shown) => `the row function returned ${shown}${describe(value, shown)}, but ${type} holds ${expected}`,
      fix: this.#writer.fix?.(value) ?? 'Return that, or declare another type',
      value,
    });
  }

  #unfitElement({ place, value, type, expected, fix }: UnfitElement, row: number): Error {
    const isAbsent = value === null || value === undefined;
    return this.#failures.at(row, {
      column: this.#column.name,
      what: (shown) =>
        isAbsent
          ? `the row function returned a list whose element ${place} is ${value}, but the elements are declared ${type}, not nullable(${type})`
          : `the row function returned a list whose element ${place} is ${shown}${describe(value, shown)}, but ${type} holds ${expected}`,
      fix: isAbsent
        ? 'Return a value, or declare the elements nullable'
        : (fix ?? 'Return that, or declare another type'),
      value,
    });
  }
}

/** Names the kind of a value if its printed form leaves that open. */
function describe(value: unknown, shown: string): string {
  const kind = kindOf(value);
  return typeof value === 'number' || shown === kind ? '' : ` (${kind})`;
}
