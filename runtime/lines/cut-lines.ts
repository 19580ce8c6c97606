import type { InputBuffers } from '../backend/addon.js';
import { SchemaError } from '../errors.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import type { Piece } from '../input/piece.js';
import { MemoryBudget } from '../memory-budget.js';
import { separatorBytes } from './line-ends.js';

/** Bytes of text per piece, unless a line is longer. With short lines the offsets take as much memory again. */
const pieceBytes = 2 ** 23;
/** Bytes per piece when rows are evaluated on this thread, for some milliseconds of cutting. */
const pieceBytesInTurns = 2 ** 20;

/** The way in which rows are cut. */
export interface LineCut {
  /** The name that errors begin with. */
  readonly name: string;
  readonly separator: string;
  /** Bytes of text per piece. */
  readonly pieceBytes?: number;
  readonly maxBytes?: number | undefined;
  /** The budget of the call. */
  readonly memory?: MemoryBudget;
}

/** The bytes that the end of a line takes: a number and an offset. */
const endBytes = 12;

/** Reduces the size of pieces, so that the event loop can turn between two. */
export function cutInTurns(cut: LineCut): LineCut {
  return { ...cut, pieceBytes: Math.min(cut.pieceBytes ?? pieceBytes, pieceBytesInTurns) };
}

/**
 * Cuts the bytes of texts into rows, in pieces. Bytes after the last line end are kept. They begin the next row, or are a row themselves at
 * the end of the text.
 */
export class LineCutter {
  readonly #cut: LineCut;
  readonly #separator: Buffer;
  readonly #memory: MemoryBudget;
  /** The beginning of a row whose end has not come yet. */
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** The last held bytes, one fewer than a separator has. A separator may begin in them. */
  #heldEnd: Uint8Array = new Uint8Array(0);
  #rows = 0;

  constructor(cut: LineCut) {
    this.#cut = cut;
    this.#separator = separatorBytes(cut.separator);
    this.#memory = cut.memory ?? new MemoryBudget(cut.name);
  }

  /** The number of rows that have been cut. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Cuts the rows that end in these bytes.
   *
   * @param verify throws if the bytes have changed
   */
  *push(bytes: Uint8Array, verify: () => void = () => {}): Generator<Piece> {
    if (bytes.length === 0) return;
    let rest = bytes;
    let joined = 0;
    if (this.#heldBytes > 0) {
      // A row that comes in many parts is joined only when its end is there.
      if (!this.#endsRow(bytes)) {
        this.#hold(bytes);
        return;
      }
      joined = this.#heldBytes + bytes.length;
      rest = this.#memory.allocate(joined, () => Buffer.concat([...this.#held, bytes]));
      this.#release();
    }
    for (;;) {
      const offsets = [0];
      this.#addEnds(rest, this.#cut.pieceBytes ?? pieceBytes, 0, offsets);
      const taken = offsets.at(-1) ?? 0;
      if (taken === 0) break;
      yield* this.#piece(rest.subarray(0, taken), offsets, verify);
      rest = rest.subarray(taken);
    }
    if (rest.length > 0) this.#hold(rest);
    this.#memory.give(joined);
  }

  /** Cuts the rows of whole texts. Texts that are adjacent in memory form pieces together. */
  *texts(texts: Iterable<Uint8Array>, verify: () => void): Generator<Piece> {
    const most = this.#cut.pieceBytes ?? pieceBytes;
    let whole: Uint8Array = new Uint8Array(0);
    let offsets: number[] = [0];
    for (const text of texts) {
      const isNext = text.buffer === whole.buffer && text.byteOffset === whole.byteOffset + whole.length;
      if (!isNext || whole.length >= most) {
        if (offsets.length > 1) yield* this.#piece(whole, offsets, verify);
        whole = new Uint8Array(text.buffer, text.byteOffset, 0);
        offsets = [0];
      }
      const begin = whole.length;
      whole = new Uint8Array(whole.buffer, whole.byteOffset, begin + text.length);
      this.#addEnds(text, Number.POSITIVE_INFINITY, begin, offsets);
      if (offsets.at(-1) !== whole.length) offsets.push(whole.length);
    }
    if (offsets.length > 1) yield* this.#piece(whole, offsets, verify);
  }

  /** Returns the last row of a text if it has no end. */
  *finish(): Generator<Piece> {
    if (this.#heldBytes === 0) return;
    const text = this.#memory.allocate(this.#heldBytes, () => Buffer.concat(this.#held));
    this.#release();
    yield* this.#piece(text, [0, text.length], () => {});
    this.#memory.give(text.length);
  }

  /** Keeps a copy of bytes. */
  #hold(bytes: Uint8Array): void {
    const { name, maxBytes = maxTextBytes } = this.#cut;
    this.#held.push(this.#memory.allocate(bytes.length, () => bytes.slice()));
    this.#heldBytes += bytes.length;
    const overlap = this.#separator.length - 1;
    if (overlap > 0) this.#heldEnd = Buffer.concat([this.#heldEnd, bytes.subarray(-overlap)]).subarray(-overlap);
    if (this.#heldBytes > maxBytes) {
      throw new SchemaError(
        `${name}: line ${this.#rows + 1} takes more than ${maxBytes} bytes, which is the most that utf8 can address. ` +
          'Check that this is the text, and its separator: lines({ separator }).',
        { column: 'line', row: this.#rows },
      );
    }
  }

  #release(): void {
    this.#memory.give(this.#heldBytes);
    this.#held.length = 0;
    this.#heldBytes = 0;
    this.#heldEnd = new Uint8Array(0);
  }

  /** True if the held bytes and these contain the end of a row, which may lie across the border. */
  #endsRow(bytes: Uint8Array): boolean {
    const overlap = this.#separator.length - 1;
    if (bufferOf(bytes).indexOf(this.#separator) >= 0) return true;
    if (overlap === 0) return false;
    return Buffer.concat([this.#heldEnd, bytes.subarray(0, overlap)]).indexOf(this.#separator) >= 0;
  }

  /** Adds the ends of the rows of a text that begins at `begin`, until `most` bytes are passed. */
  #addEnds(text: Uint8Array, most: number, begin: number, offsets: number[]): void {
    const buffer = bufferOf(text);
    for (let from = 0; from < most; ) {
      const at = buffer.indexOf(this.#separator, from);
      if (at < 0) return;
      from = at + this.#separator.length;
      offsets.push(begin + from);
    }
  }

  *#piece(values: Uint8Array, offsets: readonly number[], verify: () => void): Generator<Piece> {
    const start = this.#rows;
    const length = offsets.length - 1;
    this.#rows += length;
    this.#memory.take(endBytes * offsets.length);
    yield { start, length, buffers: [lineBuffers(values, Int32Array.from(offsets))], verify };
    this.#memory.give(endBytes * offsets.length);
  }
}

/** Returns the rows of a text as a column. */
export function lineBuffers(values: Uint8Array, offsets: Int32Array): InputBuffers {
  return { values, valuesBit: 0, offsets, validityBit: 0 };
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
