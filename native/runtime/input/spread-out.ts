import type { InputBuffers } from '../addon.js';
import { isSet } from '../bitmap.js';
import { ByteJoiner } from './byte-joiner.js';
import type { Piece } from './input-rows.js';

/**
 * A column of indices as one of text, each row with its own. The number of a row where its index has no entry, or its entry no
 * text within the column's.
 */
export function spreadOut(
  { indices, values, offsets = new Int32Array(1), validity, validityBit }: InputBuffers,
  length: number,
  maxBytes: number,
): InputBuffers | 'too large' | number {
  const bytes = values as Uint8Array;
  const valid = validity === undefined ? {} : { validity };
  const spread = new Int32Array(length + 1);
  const begins = new Int32Array(length);
  let total = 0;
  for (let row = 0; row < length; row += 1) {
    if (validity === undefined || isSet(validity, validityBit + row)) {
      const entry = Number(indices?.[row]);
      if (!(entry >= 0 && entry < offsets.length - 1)) return row;
      const begin = offsets[entry] ?? -1;
      const end = offsets[entry + 1] ?? -1;
      if (begin < 0 || end < begin || end > bytes.length) return row;
      begins[row] = begin;
      total += end - begin;
      if (total > maxBytes) return 'too large';
    }
    spread[row + 1] = total;
  }
  const joiner = new ByteJoiner(total);
  for (let row = 0; row < length; row += 1) {
    const size = (spread[row + 1] ?? 0) - (spread[row] ?? 0);
    if (size > 0) joiner.append(bytes, begins[row] ?? 0, size);
  }
  return { values: joiner.finish(), valuesBit: 0, offsets: spread, ...valid, validityBit };
}

/** A piece with text in the place of indices, or its first row that has no text. */
export function spreadPiece(piece: Piece, maxBytes: number): Piece | 'too large' | { readonly malformed: number } {
  if (piece.buffers.every(({ indices }) => indices === undefined)) return piece;
  const spread = piece.buffers.map((buffers) =>
    buffers.indices === undefined ? buffers : spreadOut(buffers, piece.length, maxBytes),
  );
  if (spread.includes('too large')) return 'too large';
  const malformed = spread.filter((column) => typeof column === 'number');
  if (malformed.length > 0) return { malformed: Math.min(...malformed) };
  const buffers = spread.filter((column) => typeof column === 'object');
  return { ...piece, buffers, verify: () => piece.verify() };
}

/** What is wrong with an index, in words. */
export function describeIndex(index: number | bigint | undefined, entries: number): string {
  return `its index is ${index}, the dictionary has ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
