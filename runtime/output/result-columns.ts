import { hasOffsets, numberTypes } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import type { OutputBuffers, UnmeasuredBuffers } from '../backend/addon.js';
import type { OutputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { mapped } from '../values/mapped.js';

/** One finished output column of some rows. */
export interface ResultColumn extends OutputBuffers {
  readonly nullCount: number;
  /** All elements of a list, whose `offsets` count elements. */
  readonly child?: ResultColumn & { readonly length: number };
}

/** Finished rows: a chunk of the result. */
export interface ResultChunk {
  readonly length: number;
  /** One entry per declared output column. */
  readonly columns: readonly ResultColumn[];
}

/** Returns the bytes of memory behind chunks, without that of an earlier result. */
export function bytesOf(chunks: readonly Pick<ResultChunk, 'columns'>[], earlier: readonly ResultChunk[] = []): number {
  return bytesBehind(buffersOf(chunks), buffersOf(earlier));
}

/** Returns the bytes of buffers, without those that are known, and each once. Most results have few buffers, for which a set is slower. */
export function bytesBehind(buffers: readonly ArrayBufferLike[], known: readonly ArrayBufferLike[] = []): number {
  const few = 8;
  if (buffers.length + known.length > few) {
    const others = new Set(buffers);
    for (const buffer of known) others.delete(buffer);
    let bytes = 0;
    for (const { byteLength } of others) bytes += byteLength;
    return bytes;
  }
  let bytes = 0;
  for (let place = 0; place < buffers.length; place += 1) {
    const buffer = buffers[place];
    if (buffer !== undefined && buffers.indexOf(buffer) === place && !known.includes(buffer))
      bytes += buffer.byteLength;
  }
  return bytes;
}

/** Returns the buffers behind chunks. One may occur several times. */
export function buffersOf(chunks: readonly Pick<ResultChunk, 'columns'>[]): ArrayBufferLike[] {
  const buffers: ArrayBufferLike[] = [];
  const add = (column: ResultColumn) => addBuffers(column, buffers);
  chunks.forEach(({ columns }) => {
    columns.forEach(add);
  });
  return buffers;
}

function addBuffers({ values, offsets, validity, child }: ResultColumn, buffers: ArrayBufferLike[]): void {
  buffers.push(values.buffer);
  if (offsets !== undefined) buffers.push(offsets.buffer);
  if (validity !== undefined) buffers.push(validity.buffer);
  if (child !== undefined) addBuffers(child, buffers);
}

/** Returns the bytes that the values of `length` rows take; undefined for a type with offsets, whose size has to be measured. */
export function fixedBytes(column: DeclaredType, length: number): number | undefined {
  if (hasOffsets(column.type)) return undefined;
  return column.type === 'bool' ? (length + 7) >>> 3 : length * numberTypes[column.type].width;
}

/**
 * Allocates one chunk. An earlier result's memory is reused if it is large enough. New memory is allocated by V8, so that results need no
 * copy and no finalizer.
 */
export function allocateColumns(
  columns: readonly OutputColumn[],
  length: number,
  textBytes: readonly number[],
  memory: MemoryBudget,
  earlier?: ResultChunk,
): OutputBuffers[] {
  return mapped(columns, (column, index) => ({
    values: allocate(fixedBytes(column, length) ?? textBytes[index] ?? 0, memory, earlier?.columns[index]?.values),
    ...allocateFixed(column, length, memory, earlier?.columns[index]),
  }));
}

/** Allocates a chunk for a single pass, which fills all memory of an earlier result's text, or allocates its own. */
export function allocateUnmeasured(
  columns: readonly OutputColumn[],
  length: number,
  memory: MemoryBudget,
  earlier?: ResultChunk,
  reuseText = true,
): UnmeasuredBuffers[] {
  return mapped(columns, (column, index) => {
    const bytes = fixedBytes(column, length);
    const before = earlier?.columns[index];
    const text = reuseText && before !== undefined ? whole(before.values) : undefined;
    const values = bytes === undefined ? text : allocate(bytes, memory, before?.values);
    return { ...(values !== undefined && { values }), ...allocateFixed(column, length, memory, before) };
  });
}

function allocateFixed(
  { type, nullable }: OutputColumn,
  length: number,
  memory: MemoryBudget,
  earlier: ResultColumn | undefined,
): Omit<OutputBuffers, 'values'> {
  const offsets = () => {
    const bytes = allocate((length + 1) * Int32Array.BYTES_PER_ELEMENT, memory, earlier?.offsets);
    return new Int32Array(bytes.buffer, 0, length + 1);
  };
  return {
    ...(hasOffsets(type) && { offsets: offsets() }),
    ...(nullable && { validity: allocate((length + 7) >>> 3, memory, earlier?.validity) }),
  };
}

/**
 * Reuses or allocates memory. Every buffer of a result is an ArrayBuffer of its own. A detached one has no bytes, and so is never large
 * enough.
 */
function allocate(bytes: number, memory: MemoryBudget, earlier: ArrayBufferView | undefined): Uint8Array {
  if (earlier !== undefined && earlier.buffer.byteLength >= bytes && bytes > 0)
    return new Uint8Array(earlier.buffer, 0, bytes);
  memory.take(bytes);
  return new Uint8Array(bytes);
}

/** Returns all bytes of a view's buffer; undefined if it is empty or detached. */
function whole({ buffer }: ArrayBufferView): Uint8Array | undefined {
  return buffer.byteLength > 0 ? new Uint8Array(buffer) : undefined;
}
