import { describeType } from '../../../schema/columns.js';
import { nearest } from '../../../schema/nearest.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import { mapped } from '../../values/mapped.js';
import { counted } from '../../words.js';
import type { HeldChunk } from '../chunks/chunk.js';

/**
 * Checks the lengths and the nulls of whole columns, and returns their common length.
 *
 * @param rows the table's length; undefined for an object of columns
 * @param firstRow the number of the first row, for errors
 * @throws SchemaError for columns of different lengths, and for an undeclared null.
 */
export function checkColumns(
  columns: readonly InputColumn[],
  chunks: readonly (readonly HeldChunk[])[],
  rows: number | undefined,
  firstRow = 0,
): number {
  const lengths = mapped(chunks, (parts) => parts.reduce((sum, { chunk }) => sum + chunk.length, 0));
  const length = rows ?? lengths[0] ?? 0;
  const other = lengths.findIndex((count) => count !== length);
  if (other >= 0) {
    const name = columns[other]?.name ?? '';
    const against = rows === undefined ? `column ${JSON.stringify(columns[0]?.name)}` : 'the table';
    throw new SchemaError(
      `Column ${JSON.stringify(name)} has ${counted(lengths[other] ?? 0, 'row')}, ${against} has ${length.toLocaleString('en')}. All columns of a call must be of one length.`,
      { column: name },
    );
  }
  columns.forEach((column, index) => {
    if (!column.nullable || column.required) refuseNulls(column, chunks[index] ?? [], firstRow);
  });
  return length;
}

/**
 * Checks that each column has as many rows in each batch as the batch itself.
 *
 * @throws SchemaError for one that differs, because its rows would be paired with other rows
 */
export function checkBatches(
  columns: readonly InputColumn[],
  chunks: readonly (readonly HeldChunk[])[],
  lengths: readonly number[],
): void {
  for (const [place, { name }] of columns.entries()) {
    for (const [batch, length] of lengths.entries()) {
      const rows = chunks[place]?.[batch]?.chunk.length;
      if (rows === length) continue;
      throw new SchemaError(
        `Column ${JSON.stringify(name)} has ${counted(rows ?? 0, 'row')} in batch ${batch}, which has ${length}. Build the table again.`,
        { column: name },
      );
    }
  }
}

/** Returns the error for a missing column. */
export function missingColumn(column: InputColumn, present: readonly string[]): SchemaError {
  const [name = column.name, ...fields] = column.path ?? [];
  const shown = present.slice(0, 20).map((one) => JSON.stringify(one));
  const has = present.length === 0 ? 'no columns' : `${shown.join(', ')}${present.length > 20 ? ', …' : ''}`;
  const close = nearest(name, present);
  const fix =
    close === undefined
      ? 'Add it, or rename the column that holds it.'
      : `Did you mean ${JSON.stringify(close)}? Rename that to ${JSON.stringify(name)}, or add the column.`;
  const type = fields.length > 0 ? 'struct({ … })' : describeType(column);
  return new SchemaError(`Column ${JSON.stringify(name)} (${type}) is missing: the input has ${has}. ${fix}`, {
    column: column.name,
  });
}

function refuseNulls(column: InputColumn, chunks: readonly HeldChunk[], firstRow: number): void {
  let row = firstRow;
  for (const { chunk } of chunks) {
    const first = chunk.firstNull();
    if (first >= 0) throw undeclaredNull(column, row + first);
    row += chunk.length;
  }
}

/** Returns the error for a null in a column that declares none. */
export function undeclaredNull(column: InputColumn, row: number): SchemaError {
  const type = describeType(column);
  return new SchemaError(
    `Column ${JSON.stringify(column.name)}: row ${row} is null, but the column is declared ${type}, not nullable(${type}). ` +
      'Declare it nullable and handle null in the row function, or fill the nulls before the call.',
    { column: column.name, row },
  );
}
