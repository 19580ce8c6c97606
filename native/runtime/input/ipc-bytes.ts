import { tableFromIPC } from 'apache-arrow';
import { SchemaError } from '../errors.js';
import { counted } from '../words.js';
import { typedArrayName } from './borrowed-buffers.js';

/**
 * A table where the input is the bytes of an Arrow IPC stream or file; any other input as it is. The table's columns are
 * views of the bytes, unless these do not start at a multiple of 8.
 *
 * @throws SchemaError for bytes that are no Arrow IPC.
 */
export function readIpc(caller: string, input: unknown): unknown {
  const bytes = isArrayBuffer(input) ? new Uint8Array(input) : input;
  if (typedArrayName(bytes) !== 'Uint8Array') return input;
  const table = parse(caller, bytes as Uint8Array);
  // What is too short to have a schema, or begins with zeros, is read as a table of nothing.
  if (table.schema.fields.length === 0) throw notIpc(caller, bytes as Uint8Array, 'there is no schema in them');
  return table;
}

function parse(caller: string, bytes: Uint8Array) {
  try {
    return tableFromIPC(bytes);
  } catch (cause) {
    throw notIpc(caller, bytes, cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause), { cause });
  }
}

function notIpc(caller: string, { length }: Uint8Array, why: string, options?: ErrorOptions): SchemaError {
  return new SchemaError(
    `${caller}: the input is ${counted(length, 'byte')}, which are not a complete Arrow IPC stream or file: ${why}. ` +
      'Pass all bytes of one (tableToIPC(table) makes them), or pass a column of bytes under its name: { column: bytes }.',
    {},
    options,
  );
}

/** Of any realm. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}
