import type { InputBuffers } from '../addon.js';
import { copyBits, countClear } from '../bitmap.js';
import { type ElementType, hasOffsets, type NumberArray } from '../column-types.js';
import type { InputColumn, TransformDescription } from '../description.js';
import { malformedRow, maxTextBytes } from '../input/chunk.js';
import { cutBuffers, cutPiece } from '../input/cut-piece.js';
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
      return column && buffers ? [sharedColumn(column, buffers.own ?? buffers, rows)] : [];
    });
    return { length, columns: [...shared, ...columns] };
  });
}

/** A chunk without them: what a later call may write over. */
export function ownColumns({ shares = [] }: Sharing, { length, columns }: ResultChunk): ResultChunk {
  return { length, columns: columns.slice(shares.length) };
}

/** Rows of a piece, or elements of lists. */
type Rows = Pick<Piece, 'start' | 'length'>;

function sharedColumn(column: InputColumn, buffers: InputBuffers, rows: Rows): ResultColumn {
  const { length } = rows;
  const validity = buffers.validity && fromBit(buffers.validity, buffers.validityBit, length);
  const nulls = { ...(validity && { validity }), nullCount: validity === undefined ? 0 : countClear(validity, length) };
  if (column.element !== undefined) return { ...sharedList(column, column.element, buffers, rows), ...nulls };
  if (column.type === 'bool')
    return { values: fromBit(buffers.values as Uint8Array, buffers.valuesBit, length), ...nulls };
  if (hasOffsets(column.type)) return { ...sharedText(column, buffers, rows), ...nulls };
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = buffers.values as NumberArray;
  return { values: new Uint8Array(buffer as ArrayBuffer, byteOffset, length * BYTES_PER_ELEMENT), ...nulls };
}

/** The elements of these rows. Those of a list that is malformed anywhere but at the ends of the rows are told by who reads them. */
function sharedList(column: InputColumn, element: ElementType, buffers: InputBuffers, { start, length }: Rows) {
  const { elements, elementCount = 0 } = buffers;
  const offsets = (buffers.offsets ?? new Int32Array(1)).subarray(0, length + 1);
  const [first = 0, last = 0] = [offsets[0], offsets[length]];
  if (elements === undefined || first < 0 || last < first || last > elementCount) {
    const place = { column: column.name, row: start };
    throw malformedRow(place, 0, `its offsets run from element ${first} to element ${last} of ${elementCount}`);
  }
  const inner = { ...element, name: column.name, read: true, kept: true };
  const cut = cutBuffers(elements, inner, first, last - first);
  const child = sharedColumn(inner, cut, { start, length: last - first });
  return {
    values: new Uint8Array(0),
    offsets: first === 0 ? offsets : offsets.map((offset) => offset - first),
    child: { ...child, length: last - first },
  };
}

function sharedText(column: InputColumn, buffers: InputBuffers, { start, length }: Rows) {
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
