import type { ArrowBatch } from '../arrow-shapes.js';
import type { Body } from './body.js';
import { cut, damaged, unsupported } from './ipc-fault.js';
import { type IpcMessage, isContinuation, metadataPlace, readMessage, tooLong } from './message.js';
import { BatchReader } from './record-batch.js';
import { type IpcSchema, readSchema } from './schema.js';

/** Reads the messages of a stream one by one (https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format). */
export class StreamReader {
  #reader: BatchReader | undefined;

  /** The schema; undefined before the first message. */
  get schema(): IpcSchema | undefined {
    return this.#reader?.schema;
  }

  /** Takes a message with its body, and returns its batch if it has one. */
  read(message: IpcMessage, body: Body): ArrowBatch | undefined {
    if (message.kind === 'schema') {
      if (this.#reader !== undefined) throw damaged(message.byte, 'a second schema comes within the stream');
      this.#reader = new BatchReader(readSchema(message.header), true);
      return undefined;
    }
    if (this.#reader === undefined) throw damaged(message.byte, `a stream begins with a schema, not a ${message.kind}`);
    if (message.kind === 'batch') return this.#reader.batch(message, body);
    this.#reader.dictionary(message, body);
    return undefined;
  }

  /**
   * Ends the stream.
   *
   * @throws IpcFault when it had no schema
   */
  finish(byte: number): IpcSchema {
    if (this.#reader === undefined) throw cut(byte, 'there is no schema in them');
    return this.#reader.schema;
  }
}

/** Reads the batches of a whole stream. */
export function* readStream(bytes: Uint8Array): Generator<ArrowBatch, IpcSchema, undefined> {
  const reader = new StreamReader();
  let at = 0;
  for (;;) {
    const metadata = metadataPlace(bytes, at);
    if (metadata === undefined) {
      refuseSecond(bytes, at);
      return reader.finish(at);
    }
    const end = metadata.at + metadata.length;
    const message = readMessage(bytes.subarray(metadata.at, end), metadata.at);
    if (message.bodyLength > bytes.length - end) {
      throw tooLong('body', message.bodyLength, bytes.length - end, metadata.at);
    }
    const batch = reader.read(message, { bytes: bytes.subarray(end, end + message.bodyLength), byte: end });
    if (batch !== undefined) yield batch;
    at = end + message.bodyLength;
  }
}

/** Rejects a second stream after the end of the first, whose rows would be lost silently. Other bytes there are ignored. */
function refuseSecond(bytes: Uint8Array, endMark: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => (at + 4 <= bytes.length ? view.getInt32(at, true) : 0);
  const at = endMark + (isContinuation(word(endMark)) ? 8 : 4);
  if (!isContinuation(word(at)) || word(at + 4) <= 0) return;
  throw unsupported(at, 'a second stream begins behind the end of the first', 'Pass each stream by itself.');
}
