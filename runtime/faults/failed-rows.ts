import { describeType } from '../../schema/columns.js';
import { emitsRows, type TransformDescription } from '../description.js';
import { OptionError, type RowError } from '../errors.js';

/**
 * The treatment of a row that fails. `throw` rejects the call with the error of the lowest such row. `null` makes the row null in every
 * output column. `collect` does so as well, and returns the errors beside the result. A transform that filters or expands (`where`,
 * `expand`) has no output rows for a row that fails.
 */
export type OnError = 'throw' | 'null' | 'collect';

/** The result of a call with `onError: 'collect'`. */
export interface Collected<Result> {
  /** The result. Rows that failed are null in every column, or have no output rows if the transform filters or expands. */
  readonly result: Result;
  /** The errors of the rows that failed, lowest row first; at most `maxErrors`. */
  readonly errors: readonly RowError[];
  /** The number of rows that failed, including those whose errors were not kept. */
  readonly failedRows: number;
}

/** The number of errors that a call keeps by default. */
const defaultMaxErrors = 1000;

/** The rows that fail in one call without ending it. */
export class FailedRows {
  readonly #limit: number;
  readonly #errors: RowError[] = [];
  #count = 0;

  /** @param limit the most errors to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a row. Its error is only made if it is kept. Rows must come in order. */
  add(error: () => RowError): void {
    if (this.#errors.length < this.#limit) this.#errors.push(error());
    this.#count += 1;
  }

  /** Wraps a result as the call returns it. */
  beside<Result>(result: Result): Collected<Result> {
    return { result, errors: this.#errors, failedRows: this.#count };
  }
}

/**
 * Makes the collector of a call that goes on after a failed row; undefined if the first one ends the call.
 *
 * @throws OptionError when such rows cannot be null
 */
export function failedRows(
  transform: Pick<TransformDescription, 'name' | 'output' | 'where' | 'rows' | 'grouping'>,
  { onError = 'throw', maxErrors }: { readonly onError?: OnError | undefined; readonly maxErrors?: number | undefined },
): FailedRows | undefined {
  if (maxErrors !== undefined && onError !== 'collect') {
    throw new OptionError(`${transform.name}: option maxErrors belongs to onError: 'collect'.`);
  }
  if (onError === 'throw') return undefined;
  const limit = onError === 'collect' ? (maxErrors ?? defaultMaxErrors) : 0;
  if (emitsRows(transform)) return new FailedRows(limit);
  const column = transform.output.find(({ nullable, keep }) => !nullable && keep === undefined);
  if (column !== undefined) {
    throw new OptionError(
      `${transform.name}: onError: '${onError}' makes rows that fail null, and column ${JSON.stringify(column.name)} is declared ${describeType(column)}. ` +
        `Declare every output column nullable: nullable(${describeType(column)}).`,
    );
  }
  return new FailedRows(limit);
}
