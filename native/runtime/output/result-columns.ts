import type { OutputBuffers, UnmeasuredBuffers } from '../addon.js';
import { hasOffsets, numberTypes } from '../column-types.js';
import type { OutputColumn } from '../description.js';

/** One finished output column of some rows. */
export interface ResultColumn extends OutputBuffers {
  readonly nullCount: number;
  /** Of a list, whose `offsets` count elements: all of them. */
  readonly child?: ResultColumn & { readonly length: number };
}

/** Finished rows: a chunk of the result. */
export interface ResultChunk {
  readonly length: number;
  /** One entry a declared output column. */
  readonly columns: readonly ResultColumn[];
}

/** Bytes that the values of `length` rows take, or undefined for text, whose size has to be measured. */
export function fixedBytes(column: OutputColumn, length: number): number | undefined {
  if (hasOffsets(column.type)) return undefined;
  return column.type === 'bool' ? (length + 7) >>> 3 : length * numberTypes[column.type].width;
}

/**
 * Memory for one chunk: that of an earlier result where it is large enough, else new, allocated by V8 so that results need
 * no copy and no finalizer.
 */
export function allocateColumns(
  columns: readonly OutputColumn[],
  length: number,
  textBytes: readonly number[],
  earlier?: ResultChunk,
): OutputBuffers[] {
  return columns.map((column, index) => ({
    values: memory(fixedBytes(column, length) ?? textBytes[index] ?? 0, earlier?.columns[index]?.values),
    ...allocateFixed(column, length, earlier?.columns[index]),
  }));
}

/** The same for a single pass, which fills all there is of an earlier result's text, or finds memory itself. */
export function allocateUnmeasured(
  columns: readonly OutputColumn[],
  length: number,
  earlier?: ResultChunk,
  reuseText = true,
): UnmeasuredBuffers[] {
  return columns.map((column, index) => {
    const bytes = fixedBytes(column, length);
    const before = earlier?.columns[index];
    const text = reuseText && before !== undefined ? whole(before.values) : undefined;
    const values = bytes === undefined ? text : memory(bytes, before?.values);
    return { ...(values !== undefined && { values }), ...allocateFixed(column, length, before) };
  });
}

function allocateFixed(
  { type, nullable }: OutputColumn,
  length: number,
  earlier: ResultColumn | undefined,
): Omit<OutputBuffers, 'values'> {
  const offsets = () => {
    const bytes = memory((length + 1) * Int32Array.BYTES_PER_ELEMENT, earlier?.offsets);
    return new Int32Array(bytes.buffer, 0, length + 1);
  };
  return {
    ...(hasOffsets(type) && { offsets: offsets() }),
    ...(nullable && { validity: memory((length + 7) >>> 3, earlier?.validity) }),
  };
}

/** Every buffer of a result has an ArrayBuffer of its own. A detached one has no bytes, and so never enough. */
function memory(bytes: number, earlier: ArrayBufferView | undefined): Uint8Array {
  return earlier !== undefined && earlier.buffer.byteLength >= bytes && bytes > 0
    ? new Uint8Array(earlier.buffer, 0, bytes)
    : new Uint8Array(bytes);
}

/** All bytes of a view's buffer; undefined where it has none, or is detached. */
function whole({ buffer }: ArrayBufferView): Uint8Array | undefined {
  return buffer.byteLength > 0 ? new Uint8Array(buffer) : undefined;
}
