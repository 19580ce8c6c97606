import { type Codec, CompressionType, compressionRegistry } from 'apache-arrow';
import { typedArrayName } from '../../values/typed-arrays.js';
import type { FlatVector } from './flat-table.js';
import { damaged, quoted, unsupported } from './ipc-fault.js';
import type { ValuesConstructor } from './layout.js';
import type { RecordBatchTable } from './message.js';
import { bufferBytes, compressionShape } from './table-shapes.js';

/** The bytes after the metadata of a message. */
export interface Body {
  readonly bytes: Uint8Array;
  /** The place of the first byte in the input. */
  readonly byte: number;
}

/** The codec of a compressed body. */
interface Compression {
  readonly name: string;
  readonly decode: NonNullable<Codec['decode']>;
  /** The most bytes that the format can make of one byte. */
  readonly mostOfOne: number;
}

/** The length that marks an uncompressed buffer of a compressed body (Message.fbs, BodyCompressionMethod). */
const notCompressed = -1;

/**
 * The most bytes that one byte can become. LZ4: a byte of a run's length adds 255. Zstandard: a block of 4 bytes repeats one byte up to 128
 * Ki times (RFC 8878, 3.1.1.2).
 */
const mostOfOne: { readonly [codec: number]: number } = {
  [CompressionType.LZ4_FRAME]: 255,
  [CompressionType.ZSTD]: 2 ** 15,
};

/** The buffers of a record batch, in the order in which its columns need them. */
export class BodyBuffers {
  readonly #batch: RecordBatchTable;
  readonly #regions: FlatVector;
  readonly #body: Body;
  readonly #compression: Compression | undefined;
  #next = 0;
  #left: number;

  constructor(batch: RecordBatchTable, body: Body) {
    this.#batch = batch;
    this.#regions = batch.vector('buffers', bufferBytes, 8);
    this.#body = body;
    this.#compression = readCompression(batch);
    this.#left = body.bytes.length * (this.#compression?.mostOfOne ?? 1);
  }

  /**
   * Takes the next buffer.
   *
   * @param bytes the size that the rows of its column need
   * @param buffer its role in the column, for messages: `values`, `offsets`, ...
   * @throws IpcFault for a buffer that is too short, or not within the body
   */
  take<Values extends ValuesConstructor>(
    array: Values,
    bytes: number,
    column: string,
    buffer: string,
  ): InstanceType<Values> {
    const region = this.#region(column, buffer);
    const found = this.#unpacked(region);
    if (found.length < bytes) {
      throw damaged(region.byte, `${region.of()} has ${found.length} bytes, but its rows need ${bytes}`);
    }
    const { BYTES_PER_ELEMENT: width } = array;
    if (found.length === 0) return new array(0) as never;
    if (found.byteOffset % width !== 0) {
      throw damaged(region.byte, `${region.of()} begins ${region.offset} bytes into its body, no multiple of ${width}`);
    }
    return new array(found.buffer as ArrayBuffer, found.byteOffset, Math.floor(found.length / width)) as never;
  }

  /** Passes over the next buffer without reading it. */
  skip(column: string, buffer: string): void {
    this.#region(column, buffer);
  }

  /** @throws IpcFault when buffers are left over */
  finish(): void {
    const { length } = this.#regions;
    if (this.#next < length) {
      throw this.#batch.damaged(`a record batch has ${length} buffers, but its columns have ${this.#next}`);
    }
  }

  #region(column: string, buffer: string): Region {
    const of = () => `the ${buffer} buffer of column ${quoted(column)}`;
    const metadata = this.#batch.buffer;
    if (this.#next >= this.#regions.length) {
      throw this.#batch.damaged(`a record batch has ${this.#next} buffers, and lacks ${of()}`);
    }
    const at = this.#regions.at(this.#next);
    this.#next += 1;
    const offset = metadata.count(at, 'the place of a buffer');
    const length = metadata.count(at + 8, 'the length of a buffer');
    const byte = metadata.byteOf(at);
    const bodyLength = this.#body.bytes.length;
    if (offset + length > bodyLength) {
      throw damaged(byte, `${of()} lies at ${offset} to ${offset + length} of a body of ${bodyLength} bytes`);
    }
    return { offset, length, byte, of };
  }

  /** Decompresses a buffer. Its length precedes it (Message.fbs, BodyCompressionMethod). */
  #unpacked({ offset, length, of }: Region): Uint8Array {
    const bytes = this.#body.bytes.subarray(offset, offset + length);
    const compression = this.#compression;
    if (compression === undefined || length === 0) return bytes;
    const byte = this.#body.byte + offset;
    if (length < 8) throw damaged(byte, `${of()} is compressed to ${length} bytes, too few for its length`);
    const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true));
    const packed = bytes.subarray(8);
    if (size === notCompressed) return aligned(packed);
    this.#left -= size;
    if (size < 0 || this.#left < 0) {
      throw damaged(byte, `${of()} claims ${size} bytes, more than ${packed.length} compressed bytes can become`);
    }
    const unpacked = unpack(compression, packed, byte, of);
    if (unpacked.length === size) return aligned(unpacked);
    throw damaged(byte, `${of()} claims ${size} bytes, but has ${unpacked.length}`);
  }
}

/** The place of a buffer in its body. */
interface Region {
  readonly offset: number;
  readonly length: number;
  /** The place in the input of the buffer's description. */
  readonly byte: number;
  /** Names the buffer in a message. */
  of(): string;
}

function unpack({ decode, name }: Compression, packed: Uint8Array, byte: number, of: () => string): Uint8Array {
  try {
    const unpacked: unknown = decode(packed);
    if (typedArrayName(unpacked) === 'Uint8Array') return unpacked as Uint8Array;
    throw new TypeError('the codec did not return a Uint8Array');
  } catch (cause) {
    throw unsupported(
      byte,
      `${of()} cannot be decompressed: ${cause instanceof Error ? cause.message : String(cause)}`,
      `Check the codec for ${name} that was given to compressionRegistry, or write the data without compression.`,
      { cause },
    );
  }
}

/** Copies bytes unless they begin at a multiple of 8, where a typed array of any kind can begin. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function readCompression(batch: RecordBatchTable): Compression | undefined {
  const table = batch.table('compression', compressionShape);
  if (table === undefined) return undefined;
  const codec = table.uint8('codec');
  const method = table.uint8('method');
  const most = mostOfOne[codec];
  if (most === undefined || method !== 0) {
    throw table.damaged(
      `a record batch is compressed by codec ${codec} and method ${method}, which Arrow does not have`,
    );
  }
  const name = CompressionType[codec] ?? '';
  const known = compressionRegistry.get(codec);
  if (typeof known?.decode === 'function') return { name, decode: known.decode.bind(known), mostOfOne: most };
  throw unsupported(
    table.byte,
    `a record batch is compressed (${name})`,
    `Write it without compression (pyarrow: IpcWriteOptions(compression=None); pandas: to_feather(path, compression='uncompressed')), ` +
      `or give Arrow JS a codec before the call: compressionRegistry.set(CompressionType.${name}, { decode }).`,
  );
}
