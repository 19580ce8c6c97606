import { type DataType, makeData, Type } from 'apache-arrow';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import type { ArrowData, ArrowField } from './arrow-shapes.js';

/**
 * The data of a field of a struct, chunk by chunk, by the names behind that of the column.
 *
 * @throws SchemaError where there is none, or a struct that is null as a whole.
 */
export function fieldData(data: readonly ArrowData[], column: InputColumn): readonly ArrowData[] {
  let found = data;
  const { path = [] } = column;
  for (const [depth, name] of path.entries()) {
    if (depth === 0) continue;
    const struct = path.slice(0, depth).join('.');
    refuseNulls(found, struct);
    found = found.map((chunk) => {
      const fields = chunk.type.typeId === Type.Struct ? (chunk.type.children ?? []) : [];
      const place = fields.findIndex((field) => field.name === name);
      const child = chunk.children?.[place] ?? emptyField(chunk, fields[place]);
      if (child !== undefined) return child;
      const has = fields.map((field) => JSON.stringify(field.name)).join(', ');
      throw new SchemaError(
        `Column ${JSON.stringify(struct)}: got ${String(chunk.type)}, which has no field ${JSON.stringify(name)}${has === '' ? '' : `, but ${has}`}. ` +
          `Pass a struct with the field ${JSON.stringify(column.name)}.`,
        { column: column.name },
      );
    });
  }
  return found;
}

/** Arrow JS makes structs without rows whose fields have no data. */
function emptyField({ length }: ArrowData, field: ArrowField | undefined): ArrowData | undefined {
  return length > 0 || field === undefined ? undefined : makeData({ type: field.type as DataType, length: 0 });
}

function refuseNulls(data: readonly ArrowData[], struct: string): void {
  let row = 0;
  for (const chunk of data) {
    for (let at = 0; chunk.nullCount > 0 && at < chunk.length; at += 1) {
      const bit = chunk.offset + at;
      const bits = chunk.nullBitmap as Uint8Array | null;
      if (bits !== null && (((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 0) {
        throw new SchemaError(
          `Column ${JSON.stringify(struct)}: row ${row + at} is null as a whole, and only the fields of a struct may be. ` +
            'Make its fields null instead, and declare them nullable.',
          { column: struct, row: row + at },
        );
      }
    }
    row += chunk.length;
  }
}
