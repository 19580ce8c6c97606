import { type DataType, makeData, Type } from 'apache-arrow';
import { type DeclaredType, describeType } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import type { ArrowData, ArrowField } from './arrow-shapes.js';

/** A chunk of a field, and of the structs around it that may be null, the outermost first. */
export interface FieldData {
  readonly data: ArrowData;
  readonly around: readonly ArrowData[];
}

/**
 * The data of a field of a struct, chunk by chunk, by the names behind that of the column; of a column that is no field, that data.
 *
 * @param columns all that are declared: they say which structs may be null
 * @throws SchemaError where there is none, or a struct that is null as a whole and not declared so.
 */
export function fieldData(
  data: readonly ArrowData[],
  column: InputColumn,
  columns: readonly InputColumn[],
): readonly FieldData[] {
  let found: readonly FieldData[] = data.map((chunk) => ({ data: chunk, around: [] }));
  const { path = [] } = column;
  for (const [depth, name] of path.entries()) {
    if (depth === 0) continue;
    const outer = path.slice(0, depth);
    const struct = outer.join('.');
    const isNullable = mayBeNull(outer, columns);
    if (!isNullable) refuseNulls(found, struct);
    found = found.map(({ data: chunk, around }) => {
      const fields = chunk.type.typeId === Type.Struct ? (chunk.type.children ?? []) : [];
      const place = fields.findIndex((field) => field.name === name);
      const child = chunk.children?.[place] ?? emptyField(chunk, fields[place]);
      if (child !== undefined) return { data: child, around: isNullable ? [...around, chunk] : around };
      const has = fields.map((field) => JSON.stringify(field.name)).join(', ');
      throw new SchemaError(
        `Column ${JSON.stringify(struct)}: got ${String(chunk.type)}, which has no field ${JSON.stringify(name)}${has === '' ? '' : `, but ${has}`}. ` +
          `Pass a struct with the field ${JSON.stringify(column.name)}.`,
        { column: column.name },
      );
    });
  }
  if (column.presence) for (const { data: chunk } of found) requireStruct(chunk, column);
  return found;
}

/** Whether the struct of that path is declared nullable. */
export function mayBeNull(path: readonly string[], columns: readonly InputColumn[]): boolean {
  return columns.some(
    (other) =>
      other.presence && other.path?.length === path.length && path.every((name, at) => other.path?.[at] === name),
  );
}

function requireStruct({ type }: ArrowData, column: InputColumn): void {
  if (type.typeId === Type.Struct) return;
  const declared: DeclaredType = column;
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${String(type)}, declared ${describeType(declared)}. Pass a struct with the declared fields.`,
    { column: column.name },
  );
}

/** Arrow JS makes structs without rows whose fields have no data. */
function emptyField({ length }: ArrowData, field: ArrowField | undefined): ArrowData | undefined {
  return length > 0 || field === undefined ? undefined : makeData({ type: field.type as DataType, length: 0 });
}

function refuseNulls(data: readonly FieldData[], struct: string): void {
  let row = 0;
  for (const { data: chunk, around } of data) {
    for (let at = 0; chunk.nullCount > 0 && at < chunk.length; at += 1) {
      if (isNull(chunk, at) && !around.some((outer) => isNull(outer, at))) {
        throw new SchemaError(
          `Column ${JSON.stringify(struct)}: row ${row + at} is null as a whole, but the struct is not declared nullable. ` +
            'Declare it so, `nullable(struct({ … }))`, and handle null in the row function, or fill the nulls before the call.',
          { column: struct, row: row + at },
        );
      }
    }
    row += chunk.length;
  }
}

/** A struct's bitmap is not cut where the struct is: its fields are. */
function isNull(chunk: ArrowData, row: number): boolean {
  const bits = chunk.nullBitmap as Uint8Array | null;
  const bit = chunk.offset + row;
  return chunk.nullCount > 0 && bits !== null && (((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 0;
}
