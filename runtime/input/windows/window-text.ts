import { isAscii, isUtf8 } from 'node:buffer';
import { isTextType } from '../../../schema/column-types.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn } from '../../description.js';
import type { Pace } from '../../pace.js';
import { decoder } from '../../reference/decode.js';
import type { RowFailures } from '../../reference/row-failure.js';
import { isSet } from '../../values/bitmap.js';

/**
 * Checks the text of a column with windows completely before the first row, because many rows read each value. Sets `valuesBit` if all of
 * it is ASCII, which is cheaper for native code. Any other column is returned unchanged.
 *
 * @throws RowError for the first row that is malformed
 */
export function* checkText(
  column: InputColumn,
  buffers: InputBuffers,
  rows: number,
  failures: RowFailures,
  pace: Pace,
): Generator<undefined, InputBuffers> {
  if (!isTextType(column.type)) return buffers;
  const { offsets = new Int32Array(1) } = buffers;
  const isOrdered = hasOrderedOffsets(buffers, rows);
  const text = isOrdered ? (buffers.values as Uint8Array).subarray(offsets[0], offsets[rows]) : new Uint8Array(0);
  if (isOrdered && isAscii(text)) return { ...buffers, valuesBit: 1 };
  if (!isOrdered || !isUtf8(text) || !beginsWithCharacters(buffers, rows)) {
    const decode = decoder(column, buffers, failures);
    for (let row = 0; row < rows; row += 1) {
      decode(row);
      if (pace.isDue()) yield undefined;
    }
  }
  return { ...buffers, valuesBit: 0 };
}

/** True if each row's text begins where that of the row before it ends, within the bytes. */
function hasOrderedOffsets({ offsets = new Int32Array(1), values }: InputBuffers, rows: number): boolean {
  let before = 0;
  for (let row = 0; row <= rows; row += 1) {
    const at = offsets[row] ?? -1;
    if (at < before) return false;
    before = at;
  }
  return before <= values.byteLength;
}

/** True if no row begins in the middle of a character. */
function beginsWithCharacters(
  { offsets = new Int32Array(1), values, validity, validityBit }: InputBuffers,
  rows: number,
): boolean {
  const bytes = values as Uint8Array;
  for (let row = 0; row < rows; row += 1) {
    const at = offsets[row] ?? 0;
    const isEmpty = at === offsets[row + 1];
    const isNull = validity !== undefined && !isSet(validity, validityBit + row);
    if (!isEmpty && !isNull && ((bytes[at] ?? 0) & 0xc0) === 0x80) return false;
  }
  return true;
}
