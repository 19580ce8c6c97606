import type { NumberArray } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { ResultColumn } from '../output/result-columns.js';

/** Returns the bytes of rows `from` to `to` of an input column: values, offsets and bitmaps. 0 for a column that is not read. */
export function inputBytes(column: DeclaredType, buffers: InputBuffers, from: number, to: number): number {
  const { validity, values, indices, offsets, elements } = buffers;
  const rows = to - from;
  const bits = (rows + 7) >>> 3;
  const nulls = validity === undefined ? 0 : bits;
  if (indices !== undefined && offsets !== undefined) {
    return nulls + rows * indices.BYTES_PER_ELEMENT + offsets.byteLength + between(offsets, 0, offsets.length - 1);
  }
  if (offsets === undefined) {
    if (values.byteLength === 0) return nulls;
    return nulls + (column.type === 'bool' ? bits : rows * (values as NumberArray).BYTES_PER_ELEMENT);
  }
  const own = nulls + (rows + 1) * offsets.BYTES_PER_ELEMENT;
  if (column.element === undefined || elements === undefined) return own + between(offsets, from, to);
  const [first = 0, last = 0] = [offsets[from], offsets[to]];
  return own + inputBytes(column.element, elements, first, Math.max(first, last));
}

/** Returns the bytes of a result column: values, offsets, and the bitmap if there are nulls. */
export function resultBytes({ values, offsets, validity, nullCount, child }: ResultColumn): number {
  const nulls = nullCount > 0 ? (validity?.byteLength ?? 0) : 0;
  return values.byteLength + (offsets?.byteLength ?? 0) + nulls + (child === undefined ? 0 : resultBytes(child));
}

/** Returns the bytes of text between two rows. Malformed offsets may decrease, and have none. */
function between(offsets: Int32Array, from: number, to: number): number {
  return Math.max((offsets[to] ?? 0) - (offsets[from] ?? 0), 0);
}
