import { RowfuseError } from '../errors.js';
import { MemoryBudget } from '../memory-budget.js';
import { mapped } from '../values/mapped.js';
import { isBatch, isTable, isVector } from './arrow-shapes.js';
import { InputMemory } from './borrowed-buffers.js';
import { checkBatches, checkColumns } from './checks/check-columns.js';
import { unreadable } from './checks/unreadable.js';
import { wrongInput } from './checks/wrong-input.js';
import { ArrowChunks } from './chunks/arrow-chunks.js';
import type { InputDescription } from './input-description.js';
import { InputRows } from './input-rows.js';
import { readObject } from './object-columns.js';
import { readBatches } from './table-columns.js';

/** The way in which an input is read. */
export interface ReadOptions {
  readonly copyInputs: boolean;
  readonly valuesInErrors: boolean;
  /** The number of its first row, for errors. It is 0 unless the input continues an earlier one. */
  readonly firstRow?: number;
  /** True turns the rows of dictionaries into text at once. */
  readonly spreadsOut?: boolean;
  /** The budget of the call. */
  readonly memory?: MemoryBudget;
}

/**
 * Reads an input. Objects of other libraries, and proxies, may throw anything, which becomes a SchemaError.
 *
 * @throws SchemaError naming the input, the declaration and the remedy.
 */
export function readInput(transform: InputDescription, input: unknown, options: ReadOptions): InputRows {
  const { memory = new MemoryBudget(transform.name) } = options;
  try {
    return readColumns(transform, input, options, memory);
  } catch (error) {
    const cause = memory.explain(error);
    if (cause instanceof RowfuseError) throw cause;
    throw unreadable(transform.name, 'the input', cause);
  }
}

/**
 * Reads a Table, a RecordBatch, an object of columns, or the Vector of a single column. Checks everything that does not require reading
 * each value.
 *
 * @throws SchemaError naming the input, the declaration and the remedy.
 */
function readColumns(
  transform: InputDescription,
  input: unknown,
  { copyInputs, valuesInErrors, firstRow = 0, spreadsOut = false }: ReadOptions,
  budget: MemoryBudget,
): InputRows {
  const memory = new InputMemory(copyInputs, budget);
  const arrow = new ArrowChunks(memory, budget, firstRow, spreadsOut);
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
    const lengths = mapped(batches, ({ data }) => data.length);
    const rows = lengths.reduce((sum, length) => sum + length, 0);
    const length = checkColumns(transform.input, columns, rows, firstRow);
    checkBatches(transform.input, columns, lengths);
    return new InputRows(transform.input, columns, length, firstRow, budget);
  }
  const encoding = { valuesInErrors, memory: budget };
  const columns = readObject(transform.input, columnsOf(transform, input), memory, arrow, encoding);
  return new InputRows(transform.input, columns, checkColumns(transform.input, columns, undefined), 0, budget);
}

/** @throws SchemaError if the input is not an object of columns */
function columnsOf(transform: InputDescription, input: unknown): object {
  const only = transform.input.length === 1 ? transform.input[0] : undefined;
  if (only !== undefined && isVector(input)) return { [only.name]: input };
  const wrong = wrongInput(transform, input);
  if (wrong !== undefined) throw wrong;
  return input as object;
}
