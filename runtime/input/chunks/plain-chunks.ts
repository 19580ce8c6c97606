import type { NumberArray } from '../../../schema/column-types.js';
import type { InputBuffers } from '../../backend/addon.js';
import { firstNull, type Validity } from '../../values/bitmap.js';
import { type Chunk, inputBuffers } from './chunk.js';

/** Rows whose memory already has the layout that backends read. */
abstract class PlainChunk implements Chunk {
  readonly length: number;
  protected readonly validity: Validity;

  constructor(length: number, validity: Validity) {
    this.length = length;
    this.validity = validity;
  }

  firstNull(): number {
    return firstNull(this.validity, this.length);
  }

  abstract read(start: number, length: number, maxBytes: number): InputBuffers | undefined;
}

/** Numbers. */
export class NumberChunk extends PlainChunk {
  readonly #values: NumberArray;

  constructor(values: NumberArray, length: number, validity: Validity) {
    super(length, validity);
    this.#values = values;
  }

  read(start: number, length: number): InputBuffers {
    const isWhole = start === 0 && length === this.#values.length;
    const values = isWhole ? this.#values : this.#values.subarray(start, start + length);
    return inputBuffers(values, 0, undefined, this.validity, start);
  }
}

/** Booleans, one bit per row. */
export class BoolChunk extends PlainChunk {
  readonly #bits: Uint8Array;
  readonly #offset: number;

  constructor(bits: Uint8Array, offset: number, length: number, validity: Validity) {
    super(length, validity);
    this.#bits = bits;
    this.#offset = offset;
  }

  read(start: number): InputBuffers {
    return inputBuffers(this.#bits, this.#offset + start, undefined, this.validity, start);
  }
}

/** Text with 32-bit offsets. The first offset need not be 0. */
export class Utf8Chunk extends PlainChunk {
  readonly #bytes: Uint8Array;
  readonly #offsets: Int32Array;

  constructor(bytes: Uint8Array, offsets: Int32Array, length: number, validity: Validity) {
    super(length, validity);
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  read(start: number, length: number): InputBuffers {
    const isWhole = start === 0 && length + 1 === this.#offsets.length;
    const offsets = isWhole ? this.#offsets : this.#offsets.subarray(start, start + length + 1);
    return inputBuffers(this.#bytes, 0, offsets, this.validity, start);
  }
}
