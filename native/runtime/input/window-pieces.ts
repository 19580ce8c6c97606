import type { InputBuffers } from '../addon.js';
import { copyBits, isSet, set } from '../bitmap.js';
import type { NumberArray } from '../column-types.js';
import type { InputColumn, TransformDescription } from '../description.js';
import type { Piece, PieceSource } from './input-rows.js';

/**
 * The pieces of an input. Those of a rolling transform have the whole of each column that windows are of, since windows reach over
 * the borders of pieces: as it is where it lies together, else a copy.
 */
export function piecesOf(
  { input, window }: Pick<TransformDescription, 'input' | 'window'>,
  rows: PieceSource,
  maxBytes: number | undefined,
): Iterable<Piece> {
  if (window === undefined) return rows.pieces(maxBytes);
  const pieces = [...rows.pieces(maxBytes)];
  const [base = 0, total] = [pieces[0]?.start, pieces.reduce((sum, { length }) => sum + length, 0)];
  const whole = input.map((column, place) => (column.read ? joined(column, place, pieces, total) : undefined));
  return pieces.map((piece) => ({
    start: piece.start,
    length: piece.length,
    buffers: piece.buffers.map((buffers, place) => {
      const all = whole[place];
      return all === undefined ? buffers : { ...all, rows: total, first: piece.start - base };
    }),
    verify: () => {
      for (const { verify } of pieces) verify();
    },
  }));
}

/** The rows of all pieces of a column, one behind the other. */
function joined(column: InputColumn, place: number, pieces: readonly Piece[], total: number): InputBuffers {
  const parts = pieces.flatMap(({ buffers, length }) => {
    const part = buffers[place];
    return part === undefined ? [] : [{ ...part, length }];
  });
  const [first] = parts;
  if (parts.length <= 1 || first === undefined)
    return first ?? { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };
  const validity = parts.some((part) => part.validity !== undefined)
    ? joinBits(
        parts.map(({ validity: bits, validityBit: bit, length }) => ({ bits, bit, length })),
        total,
      )
    : undefined;
  return {
    values:
      column.type === 'bool'
        ? joinBits(
            parts.map(({ values, valuesBit: bit, length }) => ({ bits: values as Uint8Array, bit, length })),
            total,
          )
        : joinNumbers(
            parts.map(({ values }) => values as NumberArray),
            total,
          ),
    valuesBit: 0,
    ...(validity !== undefined && { validity }),
    validityBit: 0,
  };
}

function joinNumbers(parts: readonly NumberArray[], total: number): NumberArray {
  const [first] = parts;
  const all = new ((first ?? new Uint8Array(0)).constructor as new (length: number) => NumberArray)(total);
  let at = 0;
  for (const part of parts) {
    // All number arrays are alike; which of them it is does not matter to `set`'s types.
    (all as Float64Array).set(part as Float64Array, at);
    at += part.length;
  }
  return all;
}

/** Bits one behind the other; where there are none, all of them are set. */
function joinBits(
  parts: readonly { readonly bits: Uint8Array | undefined; readonly bit: number; readonly length: number }[],
  total: number,
): Uint8Array {
  const all = new Uint8Array((total + 7) >>> 3);
  let at = 0;
  for (const { bits, bit, length } of parts) {
    if (bits !== undefined && (at & 7) === 0) all.set(copyBits(bits, bit, length), at >>> 3);
    else for (let row = 0; row < length; row += 1) if (bits === undefined || isSet(bits, bit + row)) set(all, at + row);
    at += length;
  }
  return all;
}
