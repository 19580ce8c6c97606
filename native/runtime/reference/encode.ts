import { clear, set } from '../bitmap.js';
import { type NumberTypeName, numberTypes } from '../column-types.js';
import type { OutputColumn } from '../description.js';
import type { ResultColumn } from '../output/result-columns.js';
import { showKind } from '../show-value.js';
import { Utf8Builder } from '../utf8-builder.js';
import type { RowFailures } from './row-failure.js';

/** Writes values of one column, row after row. */
interface ValueWriter {
  /** The value's type in words, for messages. */
  readonly expected: string;
  /** False when the value is not of the column's type or does not fit. */
  write(index: number, value: unknown): boolean;
  /** A null still has to keep offsets going. */
  skip(index: number): void;
  /** False when the value would take the chunk past the limit of its offsets. */
  hasRoom(value: unknown): boolean;
  finish(length: number): { readonly values: Uint8Array; readonly offsets?: Int32Array };
}

/** Encodes one output column: nulls, ranges and types are judged here. */
export class ColumnEncoder {
  readonly #column: OutputColumn;
  readonly #writer: ValueWriter;
  readonly #failures: RowFailures;
  readonly #validity: Uint8Array | undefined;
  #length = 0;
  #nullCount = 0;

  /** @param capacity rows that may come */
  constructor(column: OutputColumn, capacity: number, maxBytes: number, failures: RowFailures) {
    this.#column = column;
    this.#failures = failures;
    this.#writer = writer(column, capacity, maxBytes);
    this.#validity = column.nullable ? new Uint8Array((capacity + 7) >>> 3) : undefined;
  }

  /** Whether a value fits into this chunk. */
  hasRoom(value: unknown): boolean {
    return this.#writer.hasRoom(value);
  }

  /**
   * Appends a value; `row` is its number in the piece.
   *
   * @throws RowError when the column cannot hold it.
   */
  append(value: unknown, row: number): void {
    const index = this.#length;
    if (value === null || value === undefined) {
      if (!this.#column.nullable) throw this.#absent(value, row);
      this.#writer.skip(index);
      this.#nullCount += 1;
    } else {
      if (!this.#writer.write(index, value)) throw this.#unfit(value, row);
      if (this.#validity !== undefined) set(this.#validity, index);
    }
    this.#length += 1;
  }

  /** The chunk. */
  finish(): ResultColumn {
    const { values, offsets } = this.#writer.finish(this.#length);
    return {
      values,
      ...(offsets !== undefined && { offsets }),
      ...(this.#validity !== undefined && { validity: this.#validity.subarray(0, (this.#length + 7) >>> 3) }),
      nullCount: this.#nullCount,
    };
  }

  #absent(value: null | undefined, row: number): Error {
    const { name, type } = this.#column;
    return this.#failures.at(row, {
      column: name,
      what: () => `the row function returned ${value} for a column that is declared ${type}, not nullable(${type})`,
      fix: 'Return a value, or declare the column nullable',
      value,
    });
  }

  #unfit(value: unknown, row: number): Error {
    const { name, type } = this.#column;
    const { expected } = this.#writer;
    return this.#failures.at(row, {
      column: name,
      what: (shown) => `the row function returned ${shown}${describe(value, shown)}, but ${type} holds ${expected}`,
      fix:
        typeof value === 'number'
          ? 'Return a number that fits, or declare a wider column'
          : 'Return that, or declare another type',
      value,
    });
  }
}

/** Names the kind of a value where the printed value leaves it open. */
function describe(value: unknown, shown: string): string {
  const kind = showKind(value);
  return typeof value === 'number' || shown === kind ? '' : ` (${kind})`;
}

function writer(column: OutputColumn, capacity: number, maxBytes: number): ValueWriter {
  switch (column.type) {
    case 'utf8':
      return textWriter(capacity, maxBytes);
    case 'bool':
      return boolWriter(capacity);
    default:
      return numberWriter(column.type, capacity);
  }
}

function textWriter(capacity: number, maxBytes: number): ValueWriter {
  const builder = new Utf8Builder();
  const offsets = new Int32Array(capacity + 1);
  return {
    expected: 'a string',
    write(index, value) {
      if (typeof value !== 'string') return false;
      offsets[index + 1] = builder.append(value);
      return true;
    },
    skip(index) {
      offsets[index + 1] = builder.length;
    },
    hasRoom: (value) => typeof value !== 'string' || builder.length + value.length * 3 <= maxBytes,
    finish: (length) => ({ values: builder.take(), offsets: offsets.subarray(0, length + 1) }),
  };
}

function boolWriter(capacity: number): ValueWriter {
  const bits = new Uint8Array((capacity + 7) >>> 3);
  return {
    expected: 'true or false',
    write(index, value) {
      if (value === true) set(bits, index);
      else if (value === false) clear(bits, index);
      else return false;
      return true;
    },
    skip() {},
    hasRoom: () => true,
    finish: (length) => ({ values: bits.subarray(0, (length + 7) >>> 3) }),
  };
}

function numberWriter(name: NumberTypeName, capacity: number): ValueWriter {
  const { array, width, range } = numberTypes[name];
  const values = new array(new ArrayBuffer(capacity * width));
  const [min, max] = range ?? [];
  return {
    expected: range === undefined ? 'a number' : `an integer from ${min} to ${max}`,
    write(index, value) {
      if (typeof value !== 'number') return false;
      if (min !== undefined && max !== undefined && !(Number.isInteger(value) && value >= min && value <= max)) {
        return false;
      }
      // An integer array stores -0 as 0, a Float32Array rounds as Math.fround.
      values[index] = value;
      return true;
    },
    skip() {},
    hasRoom: () => true,
    finish: (length) => ({ values: new Uint8Array(values.buffer, 0, length * width) }),
  };
}
