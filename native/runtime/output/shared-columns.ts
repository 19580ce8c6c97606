import type { InputBuffers } from '../addon.js';
import { copyBits, countClear } from '../bitmap.js';
import { hasOffsets, type NumberArray } from '../column-types.js';
import type { InputColumn, TransformDescription } from '../description.js';
import { malformedRow, maxTextBytes } from '../input/chunk.js';
import { cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/input-rows.js';
import { spreadOut } from '../input/spread-out.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/** A transform whose results have columns of its input, before its own. */
type Sharing = Pick<TransformDescription, 'input'> & { readonly shares?: readonly number[] };

/** The chunks of a piece's rows with the input columns that the result has as they are. No text and no number is copied. */
export function shareColumns(transform: Sharing, piece: Piece, chunks: readonly ResultChunk[]): readonly ResultChunk[] {
  const { input, shares = [] } = transform;
  if (shares.length === 0) return chunks;
  let from = 0;
  return chunks.map(({ length, columns }) => {
    const rows = cutPiece(piece, input, from, length);
    from += length;
    const shared = shares.flatMap((place) => {
      const column = input[place];
      const buffers = rows.buffers[place];
      return column && buffers ? [sharedColumn(column, buffers, rows)] : [];
    });
    return { length, columns: [...shared, ...columns] };
  });
}

/** A chunk without them: what a later call may write over. */
export function ownColumns({ shares = [] }: Sharing, { length, columns }: ResultChunk): ResultChunk {
  return { length, columns: columns.slice(shares.length) };
}

function sharedColumn(column: InputColumn, buffers: InputBuffers, rows: Piece): ResultColumn {
  const { length } = rows;
  const validity = buffers.validity && fromBit(buffers.validity, buffers.validityBit, length);
  const nulls = { ...(validity && { validity }), nullCount: validity === undefined ? 0 : countClear(validity, length) };
  if (column.type === 'bool')
    return { values: fromBit(buffers.values as Uint8Array, buffers.valuesBit, length), ...nulls };
  if (hasOffsets(column.type)) return { ...sharedText(column, buffers, rows), ...nulls };
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = buffers.values as NumberArray;
  return { values: new Uint8Array(buffer as ArrayBuffer, byteOffset, length * BYTES_PER_ELEMENT), ...nulls };
}

function sharedText(column: InputColumn, buffers: InputBuffers, { start, length }: Piece) {
  const text = buffers.indices === undefined ? buffers : spreadOut(buffers, length, maxTextBytes);
  const place = { column: column.name, row: start };
  if (text === 'too large') throw malformedRow(place, 0, `its chunk has more than ${maxTextBytes} bytes of text`);
  if (typeof text === 'number') throw malformedRow(place, text, 'its index has no entry in the dictionary');
  const offsets = (text.offsets ?? new Int32Array(1)).subarray(0, length + 1);
  const values = text.values as Uint8Array;
  const first = offsets[0] ?? 0;
  if (first === 0) return { values, offsets };
  // Offsets of results start at 0.
  return { values: values.subarray(first), offsets: offsets.map((offset) => offset - first) };
}

function fromBit(bits: Uint8Array, bit: number, length: number): Uint8Array {
  if ((bit & 7) !== 0) return copyBits(bits, bit, length);
  return bits.subarray(bit >>> 3, (bit + length + 7) >>> 3);
}
