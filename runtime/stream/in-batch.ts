import { RowError, SchemaError } from '../errors.js';

/** The number of a stream's batch, and that of its first row since the stream's start. */
export interface BatchPlace {
  readonly batch: number;
  readonly firstRow: number;
}

/** Converts an error of a batch's call to one of the stream: `batch` is set, and the message ends with it. */
export function inBatch(error: unknown, place: BatchPlace): unknown {
  const { batch, firstRow } = place;
  if (error instanceof RowError) {
    const { row, column, value, byte } = error;
    return new RowError(
      `${error.message} ${where(batch, row - firstRow)}`,
      { row, batch, column, value, byte },
      causeOf(error),
    );
  }
  if (error instanceof SchemaError) {
    const { row, column } = error;
    const own = row === undefined ? undefined : row - firstRow;
    return new SchemaError(`${error.message} ${where(batch, own)}`, { row, column, batch }, causeOf(error));
  }
  return error;
}

function where(batch: number, row: number | undefined): string {
  return row === undefined ? `(Batch ${batch} of the stream.)` : `(Batch ${batch} of the stream, row ${row} of it.)`;
}

function causeOf({ cause }: Error): ErrorOptions {
  return cause === undefined ? {} : { cause };
}
