import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { mapped } from '../values/mapped.js';
import type { ArrowBatch, ArrowData, ArrowField } from './arrow-shapes.js';
import { missingColumn } from './checks/check-columns.js';
import { checkType } from './checks/check-type.js';
import type { ArrowChunks } from './chunks/arrow-chunks.js';
import type { HeldChunk } from './chunks/chunk.js';
import { fieldData } from './struct-fields.js';

/** Reads the declared columns of a table. Further columns are ignored. */
export function readBatches(
  columns: readonly InputColumn[],
  fields: readonly ArrowField[],
  batches: readonly ArrowBatch[],
  arrow: ArrowChunks,
  firstRow: number,
  source: 'table' | 'batch',
): HeldChunk[][] {
  return mapped(columns, (column) => {
    const name = column.path?.[0] ?? column.name;
    const index = fields.findIndex((field) => field.name === name);
    const field = fields[index];
    if (field === undefined) throw missingColumn(column, names(fields));
    if (fields.some((other, at) => at > index && other.name === name)) {
      throw new SchemaError(
        `Column ${JSON.stringify(column.name)}: the table has several columns of that name. Rename the others before the call.`,
        { column: column.name },
      );
    }
    if (column.path === undefined) checkType(field.type, column, source);
    const data = mapped(batches, (batch): ArrowData => {
      const child = batch.data.children[index];
      if (child === undefined) throw missingColumn(column, names(fields));
      return child;
    });
    return arrow.chunks(fieldData(data, column, columns, arrow.reader, firstRow), column);
  });
}

function names(fields: readonly ArrowField[]): string[] {
  return fields.map((field) => field.name);
}
