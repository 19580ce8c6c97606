import {
  type ColumnTypeName,
  describeType,
  hasOffsets,
  isBinaryType,
  isTextType,
  isTimeType,
  type NumberTypeName,
  numberTypes,
} from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { arrayChunks } from './array-chunks.js';
import type { ArrowChunks } from './arrow-chunks.js';
import { isVector } from './arrow-shapes.js';
import { type InputMemory, type TypedArrayName, typedArrayName } from './borrowed-buffers.js';
import { castAdvice } from './cast-advice.js';
import { missingColumn, undeclaredNull } from './check-columns.js';
import { checkType } from './check-type.js';
import { type HeldChunk, requiredChunk } from './chunk.js';
import { NumberChunk } from './plain-chunks.js';
import { fieldData, mayBeNull } from './struct-fields.js';

/** The declared columns among an object's own properties: `constructor` is a column only where it was put there. */
export function readObject(
  columns: readonly InputColumn[],
  input: object,
  memory: InputMemory,
  arrow: ArrowChunks,
  valuesInErrors: boolean,
): HeldChunk[][] {
  return columns.map((column) => {
    const [name = column.name, ...fields] = column.path ?? [];
    if (!Object.hasOwn(input, name)) throw missingColumn(column, Object.keys(input));
    const value = (input as { readonly [name: string]: unknown })[name];
    if (isVector(value)) {
      if (column.path === undefined) checkType(value.type, column);
      return arrow.chunks(fieldData(value.data, column, columns), column);
    }
    if (Array.isArray(value)) {
      const array = column.path === undefined ? value : fieldsOf(value, fields, column, columns);
      const chunks = arrayChunks(array, column, valuesInErrors);
      return chunks.map((chunk) => ({ chunk: column.required ? requiredChunk(chunk, -1) : chunk, memory: undefined }));
    }
    return [typedArrayChunk(value, column, memory)];
  });
}

/** What the rows of a plain array have as a field. */
function fieldsOf(
  rows: readonly unknown[],
  fields: readonly string[],
  column: InputColumn,
  columns: readonly InputColumn[],
): readonly unknown[] {
  const values = rows.map((row, at) => rowValue(row, fields, column, at));
  if (column.presence) return values.map((value, row) => isThere(value, row, column));
  if (!column.required) return values;
  const [name = '', ...inner] = column.path ?? [];
  const around = [[], ...inner.slice(0, -1).map((_, at) => inner.slice(0, at + 1))];
  const nullable = around.filter((names) => mayBeNull([name, ...names], columns));
  const missing = values.findIndex(
    (value, row) => isNothing(value) && !nullable.some((names) => isNothing(fieldOf(rows[row], names))),
  );
  if (missing >= 0) throw undeclaredNull(column, missing);
  return values;
}

/** What a row has as a field: of the structs of a list, an array. */
function rowValue(row: unknown, fields: readonly string[], column: InputColumn, at: number): unknown {
  if (column.listed === undefined || column.presence) return fieldOf(row, fields);
  const list = fieldOf(row, fields.slice(0, column.listed - 1));
  if (!Array.isArray(list)) return list;
  const inner = fields.slice(column.listed - 1);
  return list.map((element, place) => {
    if (typeof element === 'object' && element !== null) return fieldOf(element, inner);
    const name = column.path?.slice(0, column.listed).join('.') ?? column.name;
    throw new SchemaError(
      `Column ${JSON.stringify(name)}: element ${place} of row ${at} is ${element === null ? 'null' : `a ${typeof element}`}, but the column is declared a list of structs. ` +
        'Pass arrays of objects with the declared fields.',
      { column: name, row: at },
    );
  });
}

/** What the column of a struct's presence has for it. */
function isThere(value: unknown, row: number, column: InputColumn): true | null {
  if (isNothing(value)) return null;
  const isList = column.listed !== undefined;
  if (typeof value === 'object' && Array.isArray(value) === isList) return true;
  const [declared, pass] = isList ? ['a list of structs', 'arrays of objects'] : [describeType(column), 'objects'];
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: element ${row} of the array is a ${typeof value}, but the column is declared ${declared}. ` +
      `Pass ${pass} with the declared fields, and null where there is none.`,
    { column: column.name, row },
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Own properties, one in the other; undefined where one is missing. */
function fieldOf(object: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as { readonly [name: string]: unknown })[name]
        : undefined,
    object,
  );
}

function typedArrayChunk(value: unknown, column: InputColumn, inputMemory: InputMemory): HeldChunk {
  const kind = typedArrayName(value);
  if (kind !== undefined && !hasOffsets(column.type) && column.type !== 'bool' && kind === arrayFor(column.type)) {
    const memory = inputMemory.chunk();
    const values = memory.take(value, numberTypes[column.type].arrayName, column.name, 'values');
    return { chunk: new NumberChunk(values, values.length, undefined), memory };
  }
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${kind ?? (value === null ? 'null' : `a ${typeof value}`)}, declared ${describeType(column)}. ` +
      `Pass an Arrow Vector of that type${acceptedArrays(column.type)}${kind === undefined ? '' : `. ${castAdvice(column)}`}.`,
    { column: column.name },
  );
}

/** None for times: a typed array does not say what it counts. */
function arrayFor(type: NumberTypeName): TypedArrayName | undefined {
  return isTimeType(type) ? undefined : numberTypes[type].arrayName;
}

function acceptedArrays(type: ColumnTypeName): string {
  if (type === 'list') return ' or an array of arrays';
  if (isBinaryType(type)) return ' or a Uint8Array[]';
  if (isTextType(type)) return ' or a string[]';
  if (type === 'bool') return ' or a boolean[]';
  const element = typeof numberTypes[type].range?.[0] === 'bigint' ? 'bigint' : 'number';
  if (isTimeType(type)) return ` or a ${element}[]${element === 'number' ? ' of milliseconds' : ''}`;
  return `, a ${arrayFor(type)} or a ${element}[]`;
}
