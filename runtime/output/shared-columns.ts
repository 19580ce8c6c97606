import { hasOffsets, type NumberArray } from '../../schema/column-types.js';
import type { ElementType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { InputColumn, TransformDescription } from '../description.js';
import { SchemaError } from '../errors.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { firstUnsound, judgeRows, unsoundError } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import { cutBuffers, cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/piece.js';
import { spreadOut } from '../input/spread-out.js';
import type { MemoryBudget } from '../memory-budget.js';
import { RowFailures } from '../reference/row-failure.js';
import { copyBits, countClear } from '../values/bitmap.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/** A transform whose results share columns of its input, which precede its own. */
type Sharing = Pick<TransformDescription, 'input' | 'name'> & { readonly shares?: readonly number[] };

/** The call that the chunks belong to. */
interface SharingCall {
  readonly valuesInErrors: boolean;
  readonly failed?: FailedRows | undefined;
  readonly memory: MemoryBudget;
}

/** Converts between the chunks of a result and those that a backend computes, without the columns of the input. */
export interface SharedColumns {
  /**
   * Adds the input columns that the result keeps to the chunks of a piece. Text and numbers are not copied.
   *
   * @throws RowError for a malformed row of such a column if failing rows are left out, because it can be neither left out nor kept
   */
  add(piece: Piece, chunks: readonly ResultChunk[], call: SharingCall): readonly ResultChunk[];
  /** Returns a chunk without shared columns, for a later call to overwrite. */
  remove(chunk: ResultChunk): ResultChunk;
}

/** Returns the conversion for a transform; undefined if its results share no column. */
export function sharedColumns(transform: Sharing): SharedColumns | undefined {
  const { shares = [] } = transform;
  if (shares.length === 0) return undefined;
  return {
    add: (piece, chunks, call) => shareColumns(transform, shares, piece, chunks, call),
    remove: ({ length, columns }) => ({ length, columns: columns.slice(shares.length) }),
  };
}

function shareColumns(
  transform: Sharing,
  shares: readonly number[],
  piece: Piece,
  chunks: readonly ResultChunk[],
  call: SharingCall,
): readonly ResultChunk[] {
  const { input } = transform;
  if (call.failed !== undefined) refuseUnsound(transform, piece, shares, call);
  let from = 0;
  return chunks.map(({ length, columns }) => {
    const rows = cutPiece(piece, input, from, length);
    from += length;
    const shared = shares.flatMap((place) => {
      const column = input[place];
      const buffers = rows.buffers[place];
      return column && buffers ? [sharedColumn(column, buffers.own ?? buffers, rows, call.memory)] : [];
    });
    return { length, columns: [...shared, ...columns] };
  });
}

function refuseUnsound(
  { name, input }: Sharing,
  piece: Piece,
  shares: readonly number[],
  { valuesInErrors }: SharingCall,
): void {
  const columns = shares.flatMap((place) => input.slice(place, place + 1));
  const buffers = shares.flatMap((place, index) => {
    const [column, own] = [columns[index], piece.buffers[place]];
    return column && own ? [judgeRows(column, own.own ?? own, piece.length)] : [];
  });
  const rows = { buffers, length: piece.length };
  const error = unsoundError(rows, columns, new RowFailures(name, piece.start, valuesInErrors))?.(firstUnsound(rows));
  if (error !== undefined) throw error;
}

/** Rows of a piece, or elements of lists. */
type Rows = Pick<Piece, 'start' | 'length'>;

function sharedColumn(column: InputColumn, buffers: InputBuffers, rows: Rows, memory: MemoryBudget): ResultColumn {
  const { length } = rows;
  const validity = buffers.validity && fromBit(buffers.validity, buffers.validityBit, length, memory);
  const nulls = { ...(validity && { validity }), nullCount: validity === undefined ? 0 : countClear(validity, length) };
  if (column.element !== undefined) return { ...sharedList(column, column.element, buffers, rows, memory), ...nulls };
  if (column.type === 'bool')
    return { values: fromBit(buffers.values as Uint8Array, buffers.valuesBit, length, memory), ...nulls };
  if (hasOffsets(column.type)) return { ...sharedText(column, buffers, rows, memory), ...nulls };
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = buffers.values as NumberArray;
  return { values: new Uint8Array(buffer as ArrayBuffer, byteOffset, length * BYTES_PER_ELEMENT), ...nulls };
}

/** Returns the elements of these rows, which are sound. */
function sharedList(
  column: InputColumn,
  element: ElementType,
  buffers: InputBuffers,
  { start, length }: Rows,
  memory: MemoryBudget,
) {
  const { elements } = buffers;
  const offsets = (buffers.offsets ?? new Int32Array(1)).subarray(0, length + 1);
  const [first = 0, last = 0] = [offsets[0], offsets[length]];
  if (elements === undefined) throw new Error(`no elements of column ${column.name}`);
  const inner = { ...element, name: column.name, read: true, kept: true };
  const cut = cutBuffers(elements, inner, first, last - first);
  const child = sharedColumn(inner, cut, { start, length: last - first }, memory);
  return {
    values: new Uint8Array(0),
    offsets: fromZero(offsets, memory),
    child: { ...child, length: last - first },
  };
}

function sharedText(column: InputColumn, buffers: InputBuffers, { start, length }: Rows, memory: MemoryBudget) {
  const text = buffers.indices === undefined ? buffers : spreadOut(buffers, length, maxTextBytes, memory);
  if (text === 'too large') {
    throw new SchemaError(
      `Column ${JSON.stringify(column.name)}: the text of the rows from ${start} on takes more than ${maxTextBytes} bytes, which is the most that utf8 can address. ` +
        'Pass fewer rows per call, or the column without a dictionary.',
      { column: column.name, row: start },
    );
  }
  const offsets = (text.offsets ?? new Int32Array(1)).subarray(0, length + 1);
  const values = text.values as Uint8Array;
  return { values: values.subarray(offsets[0]), offsets: fromZero(offsets, memory) };
}

/** Returns offsets that start at 0, as those of results do. */
function fromZero(offsets: Int32Array, memory: MemoryBudget): Int32Array {
  const [first = 0] = offsets;
  if (first === 0) return offsets;
  memory.take(offsets.byteLength);
  return offsets.map((offset) => offset - first);
}

function fromBit(bits: Uint8Array, bit: number, length: number, memory: MemoryBudget): Uint8Array {
  if ((bit & 7) !== 0) {
    memory.take(length >>> 3);
    return copyBits(bits, bit, length);
  }
  return bits.subarray(bit >>> 3, (bit + length + 7) >>> 3);
}
