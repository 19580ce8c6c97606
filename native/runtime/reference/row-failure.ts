import { RowError } from '../errors.js';
import { showKind, showValue } from '../show-value.js';

/** What went wrong with a row, apart from where. */
interface Failure {
  readonly column?: string;
  /** What happened and why; `shown` stands for the value. */
  readonly what: (shown: string) => string;
  readonly fix: string;
  readonly value: unknown;
  readonly byte?: number;
  readonly cause?: unknown;
}

/** Writes the errors of the rows of one piece. */
export class RowFailures {
  readonly #transform: string;
  readonly #start: number;
  readonly #valuesInErrors: boolean;

  /** @param start the number, in the whole input, of the piece's first row */
  constructor(transform: string, start: number, valuesInErrors: boolean) {
    this.#transform = transform;
    this.#start = start;
    this.#valuesInErrors = valuesInErrors;
  }

  /** The same for rows that are counted from another one on: `first` is the piece's first among them. */
  countedFrom(first: number): RowFailures {
    return new RowFailures(this.#transform, this.#start - first, this.#valuesInErrors);
  }

  /** The error for a row of the piece. */
  at(row: number, failure: Failure): RowError {
    const { column, byte } = failure;
    const value = this.#valuesInErrors ? showValue(failure.value) : undefined;
    const where = `${this.#transform}: row ${this.#start + row}${column === undefined ? '' : `, column ${JSON.stringify(column)}`}`;
    return new RowError(
      `${where}: ${failure.what(value ?? showKind(failure.value))}. ${failure.fix}.`,
      { row: this.#start + row, column, value, byte },
      failure.cause === undefined ? undefined : { cause: failure.cause },
    );
  }

  /** The error for an exception that the row function threw. */
  thrown(row: number, error: unknown, values: object): RowError {
    const kind = error instanceof Error ? error.name : showKind(error);
    const text = error instanceof Error ? error.message : showValue(error);
    return this.at(row, {
      what: (shown) =>
        this.#valuesInErrors
          ? `the row function threw ${kind}: ${text}, for ${shown}`
          : `the row function threw ${kind}`,
      fix: 'Handle such a row in the row function, or filter it out before the call',
      value: values,
      // The text of an exception is made from values more often than not.
      ...(this.#valuesInErrors && { cause: error }),
    });
  }
}
