import type { InputBuffers } from '../backend/addon.js';
import type { TransformDescription } from '../description.js';
import { judgeRows, unsoundError } from '../input/checks/unsound-rows.js';
import type { InputRows } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import { RowFailures } from '../reference/row-failure.js';
import { isSet } from '../values/bitmap.js';
import { ByteOrderMark, withoutMark } from './byte-order-mark.js';
import { type LineCut, LineCutter } from './cut-lines.js';
import type { OpenedText } from './lines-input.js';
import { textParts, textPartsNow } from './text-parts.js';

/** Returns the way in which the rows of a function over `lines()` are cut. */
export function lineCut({ name, input }: Pick<TransformDescription, 'name' | 'input'>, maxBytes?: number): LineCut {
  const separator = input.find((column) => column.separator !== undefined)?.separator ?? '';
  return { name, separator, ...(maxBytes !== undefined && { maxBytes, pieceBytes: maxBytes }) };
}

/** Called with the number of bytes read since the last call, and the number of rows so far. */
export type OnRead = (bytes: number, rows: number) => void;

/** Returns the rows of a text, or of a column of texts, in pieces, as they come. */
export async function* linePieces(
  cut: LineCut,
  text: OpenedText,
  signal: AbortSignal | undefined,
  onRead: OnRead,
): AsyncGenerator<Piece, void> {
  if (text.kind === 'column') {
    yield* columnPieces(cut, text.rows);
    return;
  }
  const rows = new RowsOfParts(cut);
  for await (const { bytes, verify } of textParts(cut, text, signal)) {
    yield* rows.push(bytes, verify);
    onRead(bytes.length, rows.count);
  }
  yield* rows.finish();
}

/** Does the same as {@link linePieces}, at once. */
export function* linePiecesNow(cut: LineCut, text: OpenedText): Generator<Piece, void> {
  if (text.kind === 'column') {
    yield* columnPieces(cut, text.rows);
    return;
  }
  const rows = new RowsOfParts(cut);
  for (const { bytes, verify } of textPartsNow(cut, text)) yield* rows.push(bytes, verify);
  yield* rows.finish();
}

/** Cuts the rows of one text that comes in parts. */
class RowsOfParts {
  readonly #mark = new ByteOrderMark();
  readonly #cutter: LineCutter;

  constructor(cut: LineCut) {
    this.#cutter = new LineCutter(cut);
  }

  get count(): number {
    return this.#cutter.rows;
  }

  push(bytes: Uint8Array, verify: () => void): Generator<Piece> {
    return this.#cutter.push(this.#mark.push(bytes), verify);
  }

  *finish(): Generator<Piece> {
    yield* this.#cutter.push(this.#mark.finish());
    yield* this.#cutter.finish();
  }
}

/** Returns the lines of each value of a column. Null has none. */
export function* columnPieces(cut: LineCut, rows: InputRows): Generator<Piece, void> {
  const cutter = new LineCutter(cut);
  for (const piece of rows.pieces(cut.maxBytes)) {
    const [column] = piece.buffers;
    if (column !== undefined) yield* cutter.texts(textsOf(cut.name, piece, column), () => piece.verify());
  }
}

function* textsOf(name: string, { start, length }: Piece, column: InputBuffers): Generator<Uint8Array> {
  const { values, offsets, validity, validityBit } = column;
  const judged = { buffers: [judgeRows({ type: 'utf8' }, column, length)], length };
  const malformed = unsoundError(judged, [{ name: 'line' }], new RowFailures(name, start, true));
  for (let row = 0; row < length; row += 1) {
    const error = malformed?.(row);
    if (error !== undefined) throw error;
    if (validity !== undefined && !isSet(validity, validityBit + row)) continue;
    const [begin = 0, end = 0] = [offsets?.[row], offsets?.[row + 1]];
    yield withoutMark((values as Uint8Array).subarray(begin, end));
  }
}
