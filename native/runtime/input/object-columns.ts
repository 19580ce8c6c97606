import { type ColumnTypeName, numberTypes } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { arrayChunks } from './array-chunks.js';
import type { ArrowChunks } from './arrow-chunks.js';
import { isVector } from './arrow-shapes.js';
import { type InputMemory, type TypedArrayName, typedArrayName } from './borrowed-buffers.js';
import { missingColumn } from './check-columns.js';
import { cast, checkType } from './check-type.js';
import type { HeldChunk } from './chunk.js';
import { NumberChunk } from './plain-chunks.js';

/** The declared columns among an object's own properties: `constructor` is a column only where it was put there. */
export function readObject(
  columns: readonly InputColumn[],
  input: object,
  memory: InputMemory,
  arrow: ArrowChunks,
  valuesInErrors: boolean,
): HeldChunk[][] {
  return columns.map((column) => {
    if (!Object.hasOwn(input, column.name)) throw missingColumn(column, Object.keys(input));
    const value = (input as { readonly [name: string]: unknown })[column.name];
    if (isVector(value)) {
      checkType(value.type, column);
      return arrow.chunks(value.data, column);
    }
    if (Array.isArray(value)) {
      return arrayChunks(value, column, valuesInErrors).map((chunk) => ({ chunk, memory: undefined }));
    }
    return [typedArrayChunk(value, column, memory)];
  });
}

function typedArrayChunk(value: unknown, column: InputColumn, inputMemory: InputMemory): HeldChunk {
  const kind = typedArrayName(value);
  if (kind !== undefined && column.type !== 'utf8' && column.type !== 'bool' && kind === arrayFor(column.type)) {
    const memory = inputMemory.chunk();
    const values = memory.take(value, numberTypes[column.type].arrayName, column.name, 'values');
    return { chunk: new NumberChunk(values, values.length, undefined), memory };
  }
  throw new SchemaError(
    `Column ${JSON.stringify(column.name)}: got ${kind ?? (value === null ? 'null' : `a ${typeof value}`)}, declared ${column.type}. ` +
      `Pass an Arrow Vector of that type${acceptedArrays(column.type)}${kind === undefined ? '' : `, or cast it: ${cast(column)}`}.`,
    { column: column.name },
  );
}

function arrayFor(type: keyof typeof numberTypes): TypedArrayName {
  return numberTypes[type].arrayName;
}

function acceptedArrays(type: ColumnTypeName): string {
  if (type === 'utf8') return ' or a string[]';
  if (type === 'bool') return ' or a boolean[]';
  return `, a ${arrayFor(type)} or a ${type === 'int64' || type === 'uint64' ? 'bigint' : 'number'}[]`;
}
