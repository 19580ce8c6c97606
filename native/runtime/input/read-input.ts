import type { ColumnTypeName } from '../column-types.js';
import { numberTypes } from '../column-types.js';
import type { InputColumn, TransformDescription } from '../description.js';
import { SchemaError } from '../errors.js';
import { arrayChunks } from './array-chunks.js';
import { ArrowChunks, cast, checkType } from './arrow-chunks.js';
import { type ArrowBatch, type ArrowField, isBatch, isTable, isVector } from './arrow-shapes.js';
import { BorrowedBuffers, type TypedArrayName, typedArrayName } from './borrowed-buffers.js';
import type { Chunk } from './chunk.js';
import { InputRows } from './input-rows.js';
import { NumberChunk } from './plain-chunks.js';

/** How an input is to be taken. */
export interface ReadOptions {
  readonly copyInputs: boolean;
  readonly valuesInErrors: boolean;
}

/**
 * Takes a Table, a RecordBatch, or an object of columns, and checks everything that can be checked without looking at
 * each value.
 *
 * @throws SchemaError naming what was passed, what is declared, and what to do.
 */
export function readInput(transform: TransformDescription, input: unknown, options: ReadOptions): InputRows {
  const borrowed = new BorrowedBuffers(options.copyInputs);
  const arrow = new ArrowChunks(borrowed);
  if (isTable(input)) return readBatches(transform, input.schema.fields, input.batches, borrowed, arrow);
  if (isBatch(input)) return readBatches(transform, input.schema.fields, [input], borrowed, arrow);
  const columns = columnsOf(transform, input);
  const chunks = transform.input.map((column) => readColumn(columns, column, borrowed, arrow, options));
  return finish(transform, chunks, borrowed, undefined);
}

function readBatches(
  transform: TransformDescription,
  fields: readonly ArrowField[],
  batches: readonly ArrowBatch[],
  borrowed: BorrowedBuffers,
  arrow: ArrowChunks,
): InputRows {
  const rows = batches.reduce((sum, batch) => sum + batch.data.length, 0);
  const chunks = transform.input.map((column) => {
    const index = fields.findIndex((field) => field.name === column.name);
    const field = fields[index];
    if (field === undefined)
      throw missing(
        column,
        fields.map((candidate) => candidate.name),
      );
    if (fields.some((other, at) => at > index && other.name === column.name)) {
      throw new SchemaError(
        `Column ${JSON.stringify(column.name)}: the table has several columns of that name. Rename the others before the call.`,
        { column: column.name },
      );
    }
    checkType(field.type, column);
    let row = 0;
    return batches.map((batch) => {
      const data = batch.data.children[index];
      if (data === undefined)
        throw missing(
          column,
          fields.map((candidate) => candidate.name),
        );
      const chunk = arrow.chunk(data, column, row);
      row += chunk.length;
      return chunk;
    });
  });
  return finish(transform, chunks, borrowed, rows);
}

function columnsOf(transform: TransformDescription, input: unknown): object {
  const wanted = transform.input.map((column) => JSON.stringify(column.name)).join(', ');
  const fix = `Pass a Table or RecordBatch with the columns ${wanted}, or an object of them, such as { ${wanted.split(', ')[0]}: vector }.`;
  if (typeof input !== 'object' || input === null) {
    throw new SchemaError(`${transform.name}: the input is ${input === null ? 'null' : `a ${typeof input}`}. ${fix}`);
  }
  const kind = isVector(input) ? 'a Vector' : Array.isArray(input) ? 'an array' : typedArrayName(input);
  if (kind !== undefined)
    throw new SchemaError(`${transform.name}: the input is ${kind}, without a column name. ${fix}`);
  return input;
}

function readColumn(
  columns: object,
  column: InputColumn,
  borrowed: BorrowedBuffers,
  arrow: ArrowChunks,
  options: ReadOptions,
): readonly Chunk[] {
  if (!Object.hasOwn(columns, column.name)) throw missing(column, Object.keys(columns));
  const value = (columns as { readonly [name: string]: unknown })[column.name];
  if (isVector(value)) {
    checkType(value.type, column);
    let row = 0;
    return value.data.map((data) => {
      const chunk = arrow.chunk(data, column, row);
      row += chunk.length;
      return chunk;
    });
  }
  if (Array.isArray(value)) return arrayChunks(value, column, options.valuesInErrors);
  const kind = typedArrayName(value);
  if (kind !== undefined && kind === typedArrayFor(column.type)) {
    const values = borrowed.take(value, kind as `Int${8 | 16 | 32}Array`, column.name, 'values');
    return [new NumberChunk(values, values.length, undefined)];
  }
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${kind ?? (value === null ? 'null' : `a ${typeof value}`)}, declared ${column.type}. ` +
      `Pass an Arrow Vector of that type${acceptedArrays(column.type)}` +
      `${kind === undefined ? '' : `, or cast it: ${cast(column)}`}.`,
    { column: column.name },
  );
}

function typedArrayFor(type: ColumnTypeName): TypedArrayName | undefined {
  return type === 'utf8' || type === 'bool' ? undefined : (numberTypes[type].array.name as TypedArrayName);
}

function acceptedArrays(type: ColumnTypeName): string {
  if (type === 'utf8') return ' or a string[]';
  return type === 'bool' ? ' or a boolean[]' : `, a ${typedArrayFor(type)} or a number[]`;
}

function finish(
  transform: TransformDescription,
  columns: readonly (readonly Chunk[])[],
  borrowed: BorrowedBuffers,
  tableRows: number | undefined,
): InputRows {
  const lengths = columns.map((chunks) => chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  const length = tableRows ?? lengths[0] ?? 0;
  const other = lengths.findIndex((rows) => rows !== length);
  if (other >= 0) {
    const name = transform.input[other]?.name ?? '';
    const against = tableRows === undefined ? `column ${JSON.stringify(transform.input[0]?.name)}` : 'the table';
    throw new SchemaError(
      `Column ${JSON.stringify(name)} has ${lengths[other]} rows, ${against} has ${length}. All columns of a call must be of one length.`,
      { column: name },
    );
  }
  transform.input.forEach((column, index) => {
    if (!column.nullable) refuseNulls(column, columns[index] ?? []);
  });
  return new InputRows(transform.input, columns, length, borrowed);
}

function refuseNulls(column: InputColumn, chunks: readonly Chunk[]): void {
  let row = 0;
  for (const chunk of chunks) {
    const first = chunk.firstNull();
    if (first >= 0) {
      throw new SchemaError(
        `Column ${JSON.stringify(column.name)}: row ${row + first} is null, but the column is declared ${column.type}, not nullable(${column.type}). ` +
          'Declare it nullable and handle null in the row function, or fill the nulls before the call.',
        { column: column.name, row: row + first },
      );
    }
    row += chunk.length;
  }
}

function missing(column: InputColumn, present: readonly string[]): SchemaError {
  const has =
    present.length === 0
      ? 'no columns'
      : present
          .slice(0, 20)
          .map((name) => JSON.stringify(name))
          .join(', ');
  return new SchemaError(
    `Column ${JSON.stringify(column.name)} (${column.type}) is missing: the input has ${has}. Add it, or rename the column that holds it.`,
    { column: column.name },
  );
}
