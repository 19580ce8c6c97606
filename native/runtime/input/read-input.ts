import type { TransformDescription } from '../description.js';
import { ArrowChunks } from './arrow-chunks.js';
import { isBatch, isTable, isVector } from './arrow-shapes.js';
import { InputMemory } from './borrowed-buffers.js';
import { checkColumns } from './check-columns.js';
import { InputRows } from './input-rows.js';
import { readObject } from './object-columns.js';
import { readBatches } from './table-columns.js';
import { wrongInput } from './wrong-input.js';

/** Whose input it is, and what is declared of it. */
export type InputDescription = Pick<TransformDescription, 'name' | 'input'>;

/** How an input is to be taken. */
export interface ReadOptions {
  readonly copyInputs: boolean;
  readonly valuesInErrors: boolean;
  /** The number of its first row, for errors; 0 unless it goes on from an earlier input. */
  readonly firstRow?: number;
  /** Rows of dictionaries become text at once. */
  readonly spreadsOut?: boolean;
}

/**
 * Takes a Table, a RecordBatch, an object of columns, or the Vector that is the only one, and checks everything that can be checked without looking at
 * each value.
 *
 * @throws SchemaError naming what was passed, what is declared, and what to do.
 */
export function readInput(transform: InputDescription, input: unknown, options: ReadOptions): InputRows {
  const { copyInputs, valuesInErrors, firstRow = 0, spreadsOut = false } = options;
  const memory = new InputMemory(copyInputs);
  const arrow = new ArrowChunks(memory, firstRow, spreadsOut);
  if (isTable(input) || isBatch(input)) {
    const batches = isTable(input) ? input.batches : [input];
    const columns = readBatches(
      transform.input,
      input.schema.fields,
      batches,
      arrow,
      firstRow,
      isTable(input) ? 'table' : 'batch',
    );
    const rows = batches.reduce((sum, batch) => sum + batch.data.length, 0);
    return new InputRows(transform.input, columns, checkColumns(transform.input, columns, rows, firstRow), firstRow);
  }
  const columns = readObject(transform.input, columnsOf(transform, input), memory, arrow, valuesInErrors);
  return new InputRows(transform.input, columns, checkColumns(transform.input, columns, undefined));
}

/** @throws SchemaError if the input is not an object of columns */
function columnsOf(transform: InputDescription, input: unknown): object {
  const [only, ...others] = transform.input;
  if (isVector(input) && only !== undefined && others.length === 0) return { [only.name]: input };
  const wrong = wrongInput(transform, input);
  if (wrong !== undefined) throw wrong;
  return input as object;
}
