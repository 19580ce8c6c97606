import { describeType } from '../columns/column-types.js';
import { emitsRows, type TransformDescription } from '../description.js';
import { OptionError, type RowError } from '../errors.js';

/**
 * What becomes of a row that fails: `throw` rejects the call with the lowest one's error; `null` gives the row null in
 * every output column; `collect` does the same, and tells the errors beside the result. Where rows come and go (`where`,
 * `expand`) a row that fails has no output rows.
 */
export type OnError = 'throw' | 'null' | 'collect';

/** What a call with `onError: 'collect'` gives. */
export interface Collected<Result> {
  /** Rows that failed are null in every column. */
  readonly result: Result;
  /** The errors of the rows that failed, lowest first; `maxErrors` of them at most. */
  readonly errors: readonly RowError[];
  /** How many rows failed, those included whose errors were too many to keep. */
  readonly failedRows: number;
}

/** How many errors a call keeps, unless it says so. */
export const defaultMaxErrors = 1000;

/** The rows that fail in one call without ending it. */
export class FailedRows {
  readonly #limit: number;
  readonly #errors: RowError[] = [];
  #count = 0;

  /** @param limit errors to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a row; its error is only asked for where it is kept. Rows come in order. */
  add(error: () => RowError): void {
    if (this.#errors.length < this.#limit) this.#errors.push(error());
    this.#count += 1;
  }

  /** The result as the call returns it. */
  beside<Result>(result: Result): Collected<Result> {
    return { result, errors: this.#errors, failedRows: this.#count };
  }
}

/**
 * The failed rows of a call that goes on without them; undefined for one that the first of them ends.
 *
 * @throws OptionError where there is no null for them.
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
