import type { InputBuffers } from '../backend/addon.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet } from '../values/bitmap.js';
import { UnsoundCollector } from './checks/unsound-rows.js';
import { ByteJoiner } from './chunks/byte-joiner.js';
import type { Piece } from './piece.js';

/** Converts a column of indices to text, with its own bytes for each row. A row whose index has no entry is unsound. */
export function spreadOut(
  { indices, values, offsets = new Int32Array(1), validity, validityBit }: InputBuffers,
  length: number,
  maxBytes: number,
  memory: MemoryBudget,
): InputBuffers | 'too large' {
  const bytes = values as Uint8Array;
  const unsound = new UnsoundCollector(length);
  const valid = validity === undefined ? {} : { validity };
  memory.take(8 * length);
  const spread = new Int32Array(length + 1);
  const begins = new Int32Array(length);
  let total = 0;
  for (let row = 0; row < length; row += 1) {
    if (validity === undefined || isSet(validity, validityBit + row)) {
      const entry = Number(indices?.[row]);
      const [begin = -1, end = -1] = [offsets[entry], offsets[entry + 1]];
      if (begin < 0 || end < begin || end > bytes.length) unsound.add(row);
      else {
        begins[row] = begin;
        total += end - begin;
        if (total > maxBytes) return 'too large';
      }
    }
    spread[row + 1] = total;
  }
  memory.take(total);
  const joiner = new ByteJoiner(total);
  for (let row = 0; row < length; row += 1) {
    const size = (spread[row + 1] ?? 0) - (spread[row] ?? 0);
    if (size > 0) joiner.append(bytes, begins[row] ?? 0, size);
  }
  const describe = (row: number) => `malformed: ${describeIndex(indices?.[row], offsets.length - 1)}`;
  return {
    values: joiner.finish(),
    valuesBit: 0,
    offsets: spread,
    ...valid,
    validityBit,
    ...unsound.rows(describe, () => false),
  };
}

/** Converts the indices of a piece to text. */
export function spreadPiece(piece: Piece, maxBytes: number, memory: MemoryBudget): Piece | 'too large' {
  if (piece.buffers.every(({ indices }) => indices === undefined)) return piece;
  const spread = piece.buffers.map((buffers) =>
    buffers.indices === undefined ? buffers : spreadOut(buffers, piece.length, maxBytes, memory),
  );
  const buffers = spread.filter((column) => column !== 'too large');
  return buffers.length < spread.length ? 'too large' : { ...piece, buffers, verify: () => piece.verify() };
}

/** Describes the fault of an index. */
export function describeIndex(index: number | bigint | undefined, entries: number): string {
  return `its index is ${index}, the dictionary has ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
