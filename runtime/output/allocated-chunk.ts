import { hasOffsets } from '../../schema/column-types.js';
import type { Evaluated } from '../backend/addon.js';
import type { OutputColumn } from '../description.js';
import { mapped } from '../values/mapped.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/** Returns the rows of a pass of the addon that has allocated all of their memory. */
export function allocatedChunk(columns: readonly OutputColumn[], evaluated: Evaluated, rows: number): ResultChunk {
  const { values = [], offsets, validity, nullCounts } = evaluated;
  const made = mapped(columns, ({ type, nullable }, index) => {
    const column: { -readonly [name in keyof ResultColumn]: ResultColumn[name] } = {
      values: values[index] ?? new Uint8Array(0),
      nullCount: nullable ? (nullCounts[index] ?? 0) : 0,
    };
    if (hasOffsets(type)) column.offsets = wholeOffsets(offsets?.[index], rows);
    if (nullable) column.validity = validity?.[index] ?? new Uint8Array(0);
    return column;
  });
  return { length: rows, columns: made };
}

function wholeOffsets(bytes: Uint8Array | undefined, rows: number): Int32Array {
  return bytes === undefined ? new Int32Array(rows + 1) : new Int32Array(bytes.buffer, bytes.byteOffset, rows + 1);
}
