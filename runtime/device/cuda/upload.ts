import { type ColumnTypeName, isBinaryType, isTextType } from '../../../schema/column-types.js';
import type { ElementType } from '../../../schema/columns.js';
import type { Addon, InputBuffers } from '../../backend/addon.js';
import type { OutputColumn } from '../../description.js';
import { describeBytes, malformedRow } from '../../input/checks/unsound-rows.js';
import { lowerList } from '../../input/lower-list.js';
import type { Piece } from '../../input/piece.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { copyBits, countClear } from '../../values/bitmap.js';
import { deviceFailures, refuseMalformed } from '../check-list.js';
import type { Block } from '../stored-column.js';
import { storedElement } from '../stored-element.js';
import { CudaColumn } from './cuda-column.js';
import { deviceFailure } from './cuda-device.js';
import { unread } from './unread.js';

/**
 * Copies a piece to the configured device, and returns the number of that device.
 *
 * @throws RowError for a row that is malformed; DeviceError.
 */
export async function uploadPiece(
  addon: Addon,
  piece: Piece,
  columns: readonly OutputColumn[],
  memory: MemoryBudget,
): Promise<{ readonly ordinal: number; readonly block: Block }> {
  const { length } = piece;
  refuseUnsound(piece, columns);
  const lowered = columns.map((column, index) => lower(column, piece.buffers[index] ?? unread, memory));
  const parts = lowered.flatMap(({ buffers, type }, column) =>
    buffers.map((one) => uploadedPart(one, type, column, length)),
  );
  const types = parts.map(({ type }) => type);
  const given = parts.map(({ buffers }) => buffers);
  const uploaded = await addon.device.upload(types, length, given).catch((cause: unknown) => {
    throw deviceFailure('toDevice', 'cuda', cause);
  });
  if (uploaded.malformed !== undefined) {
    const { column, row } = uploaded.malformed;
    throw malformedOffsets(piece, columns, parts[column], row);
  }
  let place = 0;
  const stored = lowered.map(({ buffers, element }) => {
    const own = uploaded.columns.slice(place, place + buffers.length);
    const { nullCount = 0 } = parts[place] ?? {};
    place += buffers.length;
    return new CudaColumn(addon.device, own, nullCount, element);
  });
  return { ordinal: uploaded.device, block: { length, columns: stored } };
}

/** Refuses a malformed row. The device checks the offsets of text while it copies them, so plain text is not checked here. */
function refuseUnsound(piece: Piece, columns: readonly OutputColumn[]): void {
  const judged = columns.map(
    (column, index) => column.element !== undefined || piece.buffers[index]?.unsound !== undefined,
  );
  const some = <Item>(items: readonly Item[]) => items.filter((_, index) => judged[index]);
  refuseMalformed({ ...piece, buffers: some(piece.buffers) }, some(columns));
}

/** A column as native code has it. */
interface Lowered {
  /** The buffers of each part. */
  readonly buffers: readonly InputBuffers[];
  /** The type of every part. */
  readonly type: ColumnTypeName;
  /** The type of the elements of a list. */
  readonly element?: ElementType;
}

function lower(column: OutputColumn, buffers: InputBuffers, memory: MemoryBudget): Lowered {
  if (column.element === undefined) return { buffers: [buffers], type: layoutOf(column) };
  const element = storedElement(column.element, buffers.elements);
  return { buffers: lowerList(buffers, { ...column, element, read: true }, memory), type: 'binary', element };
}

/** Device tables hold text, and binary data, in one layout each. */
function layoutOf({ type }: OutputColumn): ColumnTypeName {
  if (isTextType(type)) return 'utf8';
  return isBinaryType(type) ? 'binary' : type;
}

/** A native column that is uploaded. */
interface UploadedPart {
  /** The place of the column that it belongs to. */
  readonly column: number;
  readonly type: ColumnTypeName;
  readonly buffers: InputBuffers;
  readonly nullCount: number;
}

/** A part is uploaded with a bitmap only if it has nulls. */
function uploadedPart(given: InputBuffers, type: ColumnTypeName, column: number, length: number): UploadedPart {
  const buffers = fromBitZero(given, type, length);
  const { validity, ...rest } = buffers;
  const nullCount = validity === undefined ? 0 : countClear(validity, length);
  return { column, type, buffers: nullCount === 0 ? rest : buffers, nullCount };
}

/** Lets bitmaps start at bit 0, so that neither the device nor a download has to shift them. */
function fromBitZero(buffers: InputBuffers, type: ColumnTypeName, length: number): InputBuffers {
  const { valuesBit, validity, validityBit, ...rest } = buffers;
  const values = type === 'bool' ? startingAt(buffers.values as Uint8Array, valuesBit, length) : buffers.values;
  if (validity === undefined) return { ...rest, values, valuesBit: 0, validityBit: 0 };
  return { ...rest, values, valuesBit: 0, validity: startingAt(validity, validityBit, length), validityBit: 0 };
}

function startingAt(bits: Uint8Array, offset: number, length: number): Uint8Array {
  if ((offset & 7) !== 0) return copyBits(bits, offset, length);
  return bits.subarray(offset >>> 3, (offset + length + 7) >>> 3);
}

/** The error for a row whose offsets the device found malformed. */
function malformedOffsets(
  piece: Piece,
  columns: readonly OutputColumn[],
  part: UploadedPart | undefined,
  row: number,
): Error {
  const { name = '' } = columns[part?.column ?? -1] ?? {};
  const { offsets, values } = part?.buffers ?? unread;
  const why = describeBytes(offsets?.[row] ?? -1, offsets?.[row + 1] ?? -1, values.byteLength);
  return malformedRow(deviceFailures(piece), name, row, `malformed offsets: ${why}`);
}
