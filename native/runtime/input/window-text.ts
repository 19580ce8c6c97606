import { isAscii, isUtf8 } from 'node:buffer';
import type { InputBuffers } from '../addon.js';
import { isSet } from '../bitmap.js';
import { isTextType } from '../column-types.js';
import type { TransformDescription } from '../description.js';
import { decoder } from '../reference/decode.js';
import { RowFailures } from '../reference/row-failure.js';
import type { Piece } from './input-rows.js';

/**
 * Checks the text that windows are of, all of it at once: every row is read by many others. Says of each such column whether it is
 * ASCII throughout, which makes it a cheaper text for native code.
 *
 * @throws RowError for the first row that is malformed
 */
export function checkWindowText(
  { name, input, window }: Pick<TransformDescription, 'name' | 'input' | 'window'>,
  piece: Piece,
  valuesInErrors: boolean,
): Piece {
  if (window === undefined || input.every(({ type, read }) => !read || !isTextType(type))) return piece;
  const buffers = piece.buffers.map((own, place) => {
    const column = input[place];
    const { rows, first = 0 } = own;
    if (!column?.read || !isTextType(column.type) || rows === undefined) return own;
    const [from = 0, to = 0] = [own.offsets?.[0], own.offsets?.[rows]];
    const ordered = hasOrderedOffsets(own, rows);
    const text = ordered ? (own.values as Uint8Array).subarray(from, to) : new Uint8Array(0);
    if (ordered && isAscii(text)) return { ...own, valuesBit: 1 };
    if (!ordered || !isUtf8(text) || !beginsWithCharacters(own, rows)) {
      const failures = new RowFailures(name, piece.start - first, valuesInErrors);
      const decode = decoder(column, own, failures);
      for (let row = 0; row < rows; row += 1) decode(row);
    }
    return { ...own, valuesBit: 0 };
  });
  return { ...piece, buffers, verify: () => piece.verify() };
}

/** Whether each row's text begins where that of the row before it ends, within the bytes that there are. */
function hasOrderedOffsets({ offsets = new Int32Array(1), values }: InputBuffers, rows: number): boolean {
  let before = 0;
  for (let row = 0; row <= rows; row += 1) {
    const at = offsets[row] ?? -1;
    if (at < before) return false;
    before = at;
  }
  return before <= values.byteLength;
}

/** Whether no row begins in the middle of a character. */
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
