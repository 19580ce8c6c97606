import { SchemaError } from '../errors.js';
import type { ArrowBatch, ArrowTable } from './arrow-shapes.js';
import { typedArrayName } from './borrowed-buffers.js';
import { isFile, readFile } from './ipc/file.js';
import { IpcFault } from './ipc/ipc-fault.js';
import { otherFormat } from './ipc/known-formats.js';
import type { IpcSchema } from './ipc/schema.js';
import { readStream } from './ipc/stream.js';

/**
 * A table where the input is the bytes of an Arrow IPC stream or file; any other input as it is. The table's columns are
 * views of the bytes, unless these do not start at a multiple of 8.
 *
 * The bytes may come from anywhere. Everything in them that says where something lies, or how much of it there is, is checked
 * before it is used; the work is linear in the metadata, and nothing is allocated because a number in it asks for that.
 *
 * @throws SchemaError for bytes that are no Arrow IPC, with the byte where that shows.
 */
export function readIpc(caller: string, input: unknown): unknown {
  const bytes = bytesOf(input);
  return bytes === undefined ? input : readTable(caller, bytes);
}

/**
 * Checks bytes of Arrow IPC from a source that is not trusted, before another library reads them: Arrow JS's own readers loop for ever, or
 * take all memory, over some that are damaged. Generated functions check the bytes that they are given themselves.
 *
 * What columns contain (offsets, indices, text) is not looked at.
 *
 * @throws SchemaError for bytes that are no Arrow IPC, with the byte where that shows.
 * @example
 * verifyIpc(bytes);
 * const table = tableFromIPC(bytes);
 */
export function verifyIpc(bytes: Uint8Array | ArrayBuffer): void {
  const found = bytesOf(bytes);
  if (found === undefined) {
    throw new SchemaError(
      'verifyIpc: pass the bytes of an Arrow IPC stream or file, as a Uint8Array or an ArrayBuffer.',
    );
  }
  readTable('verifyIpc', found);
}

/** The batches of bytes that are all there, one after the other. */
export function* ipcBatches(caller: string, bytes: Uint8Array): Generator<ArrowBatch, IpcSchema, undefined> {
  const own = isShared(bytes.buffer) ? Uint8Array.from(bytes) : bytes;
  try {
    return yield* isFile(own) ? readFile(own) : readStream(own);
  } catch (error) {
    throw error instanceof IpcFault ? refused(caller, own, error) : error;
  }
}

/** Bytes of any realm; undefined for anything else. */
export function bytesOf(input: unknown): Uint8Array | undefined {
  const bytes = isArrayBuffer(input) ? new Uint8Array(input) : input;
  return typedArrayName(bytes) === 'Uint8Array' ? (bytes as Uint8Array) : undefined;
}

function readTable(caller: string, bytes: Uint8Array): ArrowTable {
  const batches: ArrowBatch[] = [];
  const reading = ipcBatches(caller, bytes);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return { schema: value, batches };
    batches.push(value);
  }
}

function refused(caller: string, bytes: Uint8Array, { kind, byte, message, fix, cause }: IpcFault): SchemaError {
  const options = cause === undefined ? {} : { cause };
  const input = `${caller}: the input is ${bytes.length} bytes`;
  if (kind === 'unsupported') {
    return new SchemaError(`${input} of Arrow IPC that cannot be read: ${message} (byte ${byte}). ${fix}`, {}, options);
  }
  const other = otherFormat(bytes);
  const why = other === undefined ? `${message} (byte ${byte})` : `they are ${other.name}`;
  return new SchemaError(
    `${input} that are not a whole Arrow IPC stream or file: ${why}. ${other?.fix ?? fixes[kind]}`,
    {},
    options,
  );
}

const otherBytes = 'A column of bytes is passed under its name: { column: bytes }.';
const fixes = {
  cut: `Pass all bytes of one (tableToIPC(table) makes them). ${otherBytes}`,
  damaged: `They were damaged, or no Arrow library wrote them: write them again (tableToIPC(table) makes such bytes). ${otherBytes}`,
};

/** Of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** Other threads may write to it between the checks and what is checked. */
function isShared(memory: ArrayBufferLike): boolean {
  return Object.prototype.toString.call(memory) === '[object SharedArrayBuffer]';
}
