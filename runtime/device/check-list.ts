import type { ElementType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { OutputColumn } from '../description.js';
import type { SchemaError } from '../errors.js';
import { firstUnsound, judgeRows, unsoundError } from '../input/checks/unsound-rows.js';
import { nullElement } from '../input/chunks/list-chunk.js';
import type { Piece } from '../input/piece.js';
import { RowFailures } from '../reference/row-failure.js';
import { isSet } from '../values/bitmap.js';

type Rows = Pick<Piece, 'start' | 'length'>;

/**
 * Rejects a piece that has a malformed row, because the content of a device table must be sound.
 *
 * @throws RowError for the first malformed row
 */
export function refuseMalformed(
  piece: Pick<Piece, 'start' | 'length' | 'buffers'>,
  columns: readonly OutputColumn[],
): void {
  const buffers = columns.map((column, index) => judgeRows(column, piece.buffers[index] ?? noBuffers, piece.length));
  const rows = { buffers, length: piece.length };
  const error = unsoundError(rows, columns, deviceFailures(piece))?.(firstUnsound(rows));
  if (error !== undefined) throw error;
}

/** Makes the errors of rows that are copied to a device. */
export function deviceFailures({ start }: Pick<Piece, 'start'>): RowFailures {
  return new RowFailures('toDevice', start, true);
}

const noBuffers: InputBuffers = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };

/** Returns the error for the first null, at any depth, among elements that are declared without; undefined if there is none. */
export function nullAmongElements(
  buffers: InputBuffers,
  column: OutputColumn,
  { start, length }: Rows,
): SchemaError | undefined {
  const { element } = column;
  if (element === undefined) return undefined;
  for (let row = 0; row < length; row += 1) {
    const places = nullIn(buffers, element, row);
    if (places) return nullElement(column.name, element, places, start + row);
  }
  return undefined;
}

/** Returns the places of the first such null in a row, from the outside in. */
function nullIn(
  { validity, validityBit, offsets, elements }: InputBuffers,
  type: ElementType,
  row: number,
): readonly number[] | undefined {
  if (elements === undefined || (validity !== undefined && !isSet(validity, validityBit + row))) return undefined;
  const [begin = 0, end = 0] = [offsets?.[row], offsets?.[row + 1]];
  for (let at = begin; at < end; at += 1) {
    const isNull = elements.validity !== undefined && !isSet(elements.validity, elements.validityBit + at);
    if (isNull && !type.nullable) return [at - begin];
    const found = type.element && nullIn(elements, type.element, at);
    if (found) return [at - begin, ...found];
  }
  return undefined;
}
