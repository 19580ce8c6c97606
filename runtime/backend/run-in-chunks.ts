import { emitsRows } from '../description.js';
import { RowError } from '../errors.js';
import { malformedIndex } from '../faults/faults.js';
import { cutPiece } from '../input/cut-piece.js';
import type { Piece } from '../input/piece.js';
import type { ResultChunk } from '../output/result-columns.js';
import { checkpoint, explain, type NativeCall } from './native-call.js';
import { tooLarge } from './native-failures.js';

/**
 * Computes a piece as if no row failed. Past 2^31 - 1 bytes the result continues in another chunk. Halving works without knowing how the
 * bytes are spread over the rows.
 */
export async function runInChunks(
  call: NativeCall,
  piece: Piece,
  earlier: readonly ResultChunk[],
): Promise<ResultChunk[]> {
  const whole = await call.runRows(call, piece, earlier);
  if (whole !== tooLarge) return [whole];
  const chunks: ResultChunk[] = [];
  const rest = halves(call, piece);
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    checkpoint(call, part);
    const chunk = await call.runRows(call, part, earlier.slice(chunks.length));
    if (chunk !== tooLarge) {
      chunks.push(chunk);
      continue;
    }
    rest.push(...halves(call, part));
  }
  return chunks;
}

/** Returns the second and the first half of a piece. */
function halves(call: NativeCall, piece: Piece): Piece[] {
  if (piece.length === 1) throw tooLong(call, piece);
  const { input } = call.transform;
  const half = piece.length >>> 1;
  return [cutPiece(piece, input, half, piece.length - half), cutPiece(piece, input, 0, half)];
}

/** Returns the error for an unsound row. A row before it may fail first. */
export async function unsoundRow(
  call: NativeCall,
  piece: Piece,
  row: number,
  earlier: readonly ResultChunk[],
): Promise<Error> {
  if (row > 0) await runInChunks(call, cutPiece(piece, call.transform.input, 0, row), earlier);
  return explain(call, piece, { row, code: malformedIndex, column: -1 });
}

function tooLong({ transform }: NativeCall, piece: Piece): RowError {
  const why = emitsRows(transform)
    ? 'its rows take more bytes of text than utf8 can address, or are too many to number. Make fewer rows of it.'
    : 'the text takes more bytes than utf8 can address. Return a shorter text.';
  return new RowError(`${transform.name}: row ${piece.start}: ${why}`, { row: piece.start });
}
