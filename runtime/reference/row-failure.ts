import { RowError } from '../errors.js';
import { showValue } from '../values/show-value.js';
import { kindOf } from '../words.js';

/** The failure of a row, without its place. */
interface Failure {
  readonly column?: string;
  /** Describes what happened and why. `shown` stands for the value. */
  readonly what: (shown: string) => string;
  readonly fix: string;
  readonly value: unknown;
  readonly byte?: number;
  readonly cause?: unknown;
}

/** The unit in which errors count: rows from 0, lines from 1 as in editors. */
export type RowUnit = 'row' | 'line';

/** Makes the errors of the rows of one piece. */
export class RowFailures {
  readonly #transform: string;
  readonly #start: number;
  readonly #valuesInErrors: boolean;
  readonly #unit: RowUnit;

  /** @param start the number of the piece's first row in the whole input */
  constructor(transform: string, start: number, valuesInErrors: boolean, unit: RowUnit = 'row') {
    this.#transform = transform;
    this.#unit = unit;
    this.#start = start;
    this.#valuesInErrors = valuesInErrors;
  }

  /** Returns the same failures for rows that are counted from an earlier one. `first` is the number of the piece's first row among them. */
  countedFrom(first: number): RowFailures {
    return new RowFailures(this.#transform, this.#start - first, this.#valuesInErrors, this.#unit);
  }

  /** Returns the error for a row of the piece. */
  at(row: number, failure: Failure): RowError {
    const { column, byte } = failure;
    const value = this.#valuesInErrors ? showValue(failure.value) : undefined;
    const number = this.#start + row;
    const place = this.#unit === 'line' ? `line ${number + 1}` : `row ${number}`;
    const where = `${this.#transform}: ${place}${column === undefined ? '' : `, column ${JSON.stringify(column)}`}`;
    return new RowError(
      `${where}: ${failure.what(value ?? kindOf(failure.value))}. ${failure.fix}.`,
      { row: number, column, value, byte },
      failure.cause === undefined ? undefined : { cause: failure.cause },
    );
  }

  /** Returns the error for an exception that the row function threw. */
  thrown(row: number, error: unknown, values: object): RowError {
    const kind = error instanceof Error ? error.name : kindOf(error);
    const text = error instanceof Error ? error.message : showValue(error);
    return this.at(row, {
      what: (shown) =>
        this.#valuesInErrors
          ? `the row function threw ${kind}: ${text}, for ${shown}`
          : `the row function threw ${kind}`,
      fix: 'Handle such a row in the row function, or filter it out before the call',
      value: values,
      // The text of an exception often contains values.
      ...(this.#valuesInErrors && { cause: error }),
    });
  }
}
