import type { ArrowBatch } from '../input/arrow-shapes.js';
import type { Body } from '../input/ipc/body.js';
import { fileStart, isFile, readFile } from '../input/ipc/file.js';
import { cut, unsupported } from '../input/ipc/ipc-fault.js';
import {
  checkMetadataLength,
  type IpcMessage,
  isContinuation,
  metadataPlace,
  readMessage,
} from '../input/ipc/message.js';
import { StreamReader } from '../input/ipc/stream.js';
import type { ByteSource } from './byte-source.js';

/** The most metadata of a message, enough for the schema of millions of columns. */
const mostMetadata = 2 ** 28;

/**
 * Reads the batches of an Arrow IPC stream, or of a file, which has a stream after its first bytes. Each message is checked before the next
 * one is read, and one message is in memory at a time. A file without a schema at its beginning, as Arrow JS writes them, is read as a
 * whole.
 *
 * @throws IpcFault for any other bytes
 */
export async function* receiveBatches(bytes: ByteSource): AsyncGenerator<ArrowBatch, void, undefined> {
  if (isFile(await bytes.peek(fileStart))) {
    if (!(await beginsWithSchema(bytes))) {
      yield* readFile(await bytes.read(Number.POSITIVE_INFINITY));
      return;
    }
    await bytes.read(fileStart);
  }
  const reader = new StreamReader();
  for (;;) {
    const received = await receiveMessage(bytes);
    if (received === undefined) break;
    const batch = reader.read(received.message, received.body);
    if (batch !== undefined) yield batch;
  }
  reader.finish(bytes.position);
}

/** True if the first message of a file is its schema. */
async function beginsWithSchema(bytes: ByteSource): Promise<boolean> {
  const begin = await bytes.peek(fileStart + 8);
  const isNew = isContinuation(wordAt(begin, fileStart, 0));
  const metadataAt = isNew ? fileStart + 8 : fileStart + 4;
  const length = checkLength(wordAt(begin, metadataAt - 4, 0), fileStart);
  const known = await bytes.peek(metadataAt + length);
  const place = metadataPlace(known, fileStart);
  if (place === undefined) return false;
  return readMessage(known.subarray(place.at, place.at + place.length), place.at).kind === 'schema';
}

/** Reads a message with its body; undefined at the end of the stream. */
async function receiveMessage(
  bytes: ByteSource,
): Promise<{ readonly message: IpcMessage; readonly body: Body } | undefined> {
  const at = bytes.position;
  const begin = await bytes.read(4);
  if (begin.length === 0) return undefined;
  const word = wordAt(begin, 0, at);
  const length = checkLength(isContinuation(word) ? wordAt(await bytes.read(4), 0, at) : word, at);
  if (length === 0) return undefined;
  const metadataAt = bytes.position;
  const message = readMessage(await receive(bytes, length, 'metadata', at), metadataAt);
  const bodyAt = bytes.position;
  return { message, body: { bytes: await receive(bytes, message.bodyLength, 'body', at), byte: bodyAt } };
}

async function receive(bytes: ByteSource, length: number, what: string, at: number): Promise<Uint8Array> {
  const found = await bytes.read(length);
  if (found.length === length) return found;
  throw cut(at, `they end after ${found.length} of the ${length} bytes that a message says its ${what} has`);
}

function checkLength(length: number, at: number): number {
  if (checkMetadataLength(length, at) <= mostMetadata) return length;
  throw unsupported(at, `a message says that it has ${length} bytes of metadata`, 'Pass all bytes at once.');
}

/** @param start the place of the first byte in the source, for messages */
function wordAt(bytes: Uint8Array, at: number, start: number): number {
  if (bytes.length < at + 4) throw cut(start + at, 'they end within the beginning of a message');
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(at, true);
}
