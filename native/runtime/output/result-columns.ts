import type { OutputBuffers, UnmeasuredBuffers } from '../addon.js';
import { numberTypes } from '../column-types.js';
import type { OutputColumn } from '../description.js';

/** One finished output column of some rows. */
export interface ResultColumn extends OutputBuffers {
  readonly nullCount: number;
}

/** Finished rows: a chunk of the result. */
export interface ResultChunk {
  readonly length: number;
  /** One entry a declared output column. */
  readonly columns: readonly ResultColumn[];
}

/** Bytes that the values of `length` rows take, or undefined for text, whose size has to be measured. */
export function fixedBytes(column: OutputColumn, length: number): number | undefined {
  if (column.type === 'utf8') return undefined;
  return column.type === 'bool' ? (length + 7) >>> 3 : length * numberTypes[column.type].width;
}

/** Memory for one chunk, allocated by V8 so that results need no copy and no finalizer. */
export function allocateColumns(
  columns: readonly OutputColumn[],
  length: number,
  textBytes: readonly number[],
): OutputBuffers[] {
  return columns.map((column, index) => ({
    values: new Uint8Array(fixedBytes(column, length) ?? textBytes[index] ?? 0),
    ...allocateFixed(column, length),
  }));
}

/** The same for a single pass, which finds memory for its text itself. */
export function allocateUnmeasured(columns: readonly OutputColumn[], length: number): UnmeasuredBuffers[] {
  return columns.map((column) => {
    const bytes = fixedBytes(column, length);
    return { ...(bytes !== undefined && { values: new Uint8Array(bytes) }), ...allocateFixed(column, length) };
  });
}

function allocateFixed({ type, nullable }: OutputColumn, length: number): Omit<OutputBuffers, 'values'> {
  return {
    ...(type === 'utf8' && { offsets: new Int32Array(length + 1) }),
    ...(nullable && { validity: new Uint8Array((length + 7) >>> 3) }),
  };
}
