import { SchemaError } from '../errors.js';
import { typedArrayName } from '../values/typed-arrays.js';
import type { ArrowBatch, ArrowTable } from './arrow-shapes.js';
import { lookedAt } from './checks/unreadable.js';
import { isFile, readFile } from './ipc/file.js';
import { IpcFault } from './ipc/ipc-fault.js';
import { otherFormat } from './ipc/known-formats.js';
import type { IpcSchema } from './ipc/schema.js';
import { readStream } from './ipc/stream.js';

/**
 * Reads the bytes of an Arrow IPC stream or file as a table, and returns any other input as it is. The table's columns are
 * views of the bytes, unless these do not start at a multiple of 8.
 *
 * The bytes may come from anywhere. Every offset, length and count in them is checked before it is used. The work is linear in the
 * metadata, and no memory is allocated because a number in the bytes asks for it.
 *
 * @throws SchemaError for bytes that are no Arrow IPC, with the place of the fault
 */
export function readIpc(caller: string, input: unknown): unknown {
  const bytes = lookedAt(caller, 'the input', () => bytesOf(input));
  return bytes === undefined ? input : readTable(caller, bytes);
}

/**
 * Checks the bytes of an Arrow IPC stream or file from an untrusted source before another library reads them. On some damaged bytes the
 * readers of Arrow JS loop forever or take all memory. Generated functions check their bytes themselves and need no such call.
 *
 * The metadata is checked completely, in linear time. The contents of columns (offsets, indices, text) are not checked.
 *
 * @throws SchemaError for bytes that are not Arrow IPC, naming the byte of the fault
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

/** Reads the batches of a whole stream or file one by one. */
export function* ipcBatches(caller: string, bytes: Uint8Array): Generator<ArrowBatch, IpcSchema, undefined> {
  const own = isShared(bytes.buffer) ? new Uint8Array(bytes) : bytes;
  try {
    return yield* isFile(own) ? readFile(own) : readStream(own);
  } catch (error) {
    throw error instanceof IpcFault ? refused(caller, own, error) : error;
  }
}

/** Returns a Uint8Array or ArrayBuffer of any realm as bytes; undefined for anything else. */
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
  const input = `${caller}: the input is ${bytes.length} byte${bytes.length === 1 ? '' : 's'}`;
  if (kind === 'unsupported') {
    return new SchemaError(
      `${input} of Arrow IPC, which cannot be read: ${message} (byte ${byte}). ${fix}`,
      {},
      options,
    );
  }
  const other = otherFormat(bytes);
  const why = other === undefined ? `${message} (byte ${byte})` : `they are ${other.name}`;
  return new SchemaError(
    `${input}, which are not a complete Arrow IPC stream or file: ${why}. ${other?.fix ?? fixes[kind]}`,
    {},
    options,
  );
}

const otherBytes = 'A column of bytes is passed under its name: { column: bytes }.';
const fixes = {
  cut: `Pass all bytes of one (tableToIPC(table) makes them). ${otherBytes}`,
  damaged: `They were damaged, or no Arrow library wrote them: write them again (tableToIPC(table) makes such bytes). ${otherBytes}`,
};

/** True for an ArrayBuffer of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** True if other threads may write to the memory, also between a check and a use. */
function isShared(memory: ArrayBufferLike): boolean {
  return Object.prototype.toString.call(memory) === '[object SharedArrayBuffer]';
}
