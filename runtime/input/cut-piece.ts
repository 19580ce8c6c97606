import type { NumberArray } from '../../schema/column-types.js';
import type { InputBuffers } from '../backend/addon.js';
import type { InputColumn } from '../description.js';
import type { Piece } from './piece.js';

/** Returns some of a piece's rows, without copying. */
export function cutPiece(piece: Piece, columns: readonly InputColumn[], from: number, length: number): Piece {
  return {
    start: piece.start + from,
    length,
    verify: () => piece.verify(),
    buffers: piece.buffers.map((buffers, index) => cutBuffers(buffers, columns[index], from, length)),
  };
}

/** Returns some of a column's rows, without copying. */
export function cutBuffers(
  buffers: InputBuffers,
  column: InputColumn | undefined,
  from: number,
  length: number,
): InputBuffers {
  if (column?.read !== true && column?.kept !== true) return buffers;
  // Windows reach beyond the rows, so the whole column stays.
  if (buffers.rows !== undefined) {
    const own = buffers.own && cutBuffers(buffers.own, column, from, length);
    return { ...buffers, first: (buffers.first ?? 0) + from, ...(own && { own }) };
  }
  const { indices, offsets, values, unsound } = buffers;
  const cut = {
    ...buffers,
    validityBit: buffers.validityBit + from,
    ...(unsound && { unsound: { ...unsound, bit: unsound.bit + from } }),
  };
  if (indices !== undefined) return { ...cut, indices: indices.subarray(from, from + length) };
  if (offsets !== undefined) return { ...cut, offsets: offsets.subarray(from, from + length + 1) };
  if (column.type === 'bool') return { ...cut, valuesBit: buffers.valuesBit + from };
  return { ...cut, values: (values as NumberArray).subarray(from, from + length) };
}
