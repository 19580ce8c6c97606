import { FlatBuffer } from './flat-buffer.js';
import { type FlatTable, rootTable } from './flat-table.js';
import { cut, damaged, unsupported } from './ipc-fault.js';
import { checkMetadata } from './schema.js';
import {
  dictionaryBatchShape,
  messageShape,
  newestVersion,
  oldestVersion,
  recordBatchShape,
  schemaShape,
} from './table-shapes.js';

/** The metadata of a message: its kind, its header, and the size of its body. */
export type IpcMessage = {
  /** `MetadataVersion`. */
  readonly version: number;
  readonly bodyLength: number;
  /** The place of the metadata in the input. */
  readonly byte: number;
} & (
  | { readonly kind: 'schema'; readonly header: FlatTable<(typeof schemaShape.fields)[number]> }
  | { readonly kind: 'dictionary'; readonly header: FlatTable<(typeof dictionaryBatchShape.fields)[number]> }
  | { readonly kind: 'batch'; readonly header: RecordBatchTable }
);

/** The table of a record batch. */
export type RecordBatchTable = FlatTable<(typeof recordBatchShape.fields)[number]>;

/** The 4 bytes before the length of a message since Arrow 0.15. No length has this value. */
const continuation = -1;

/** The place of the metadata of a message. */
export interface MetadataPlace {
  readonly at: number;
  readonly length: number;
}

/**
 * Finds the metadata of the message at a position (https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format).
 * Undefined at the end of a stream: at the end of the bytes, or at a length of 0.
 */
export function metadataPlace(bytes: Uint8Array, at: number): MetadataPlace | undefined {
  if (at === bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const need = (end: number) => {
    if (end > bytes.length) throw cut(at, `they end ${bytes.length - at} bytes into a message`);
  };
  need(at + 4);
  const isNew = isContinuation(view.getInt32(at, true));
  if (isNew) need(at + 8);
  const begin = isNew ? at + 8 : at + 4;
  const length = checkMetadataLength(view.getInt32(begin - 4, true), at);
  if (length === 0) return undefined;
  if (begin + length > bytes.length) throw tooLong('metadata', length, bytes.length - begin, at);
  return { at: begin, length };
}

/** True if 4 bytes are the mark before a length and not a length. */
export function isContinuation(word: number): boolean {
  return word === continuation;
}

/**
 * Returns the length of metadata.
 *
 * @throws IpcFault for a negative length
 */
export function checkMetadataLength(length: number, byte: number): number {
  if (length < 0) throw damaged(byte, `a message says that it has ${length} bytes of metadata`);
  return length;
}

/** Makes the fault of a message that is longer than the bytes that are left. */
export function tooLong(what: string, length: number, left: number, byte: number): Error {
  return cut(byte, `a message says that it has ${length} bytes of ${what}, but ${left} are left`);
}

/**
 * Reads the metadata of a message.
 *
 * @param byte its place in the input
 */
export function readMessage(metadata: Uint8Array, byte: number): IpcMessage {
  const table = rootTable(new FlatBuffer(metadata, byte), messageShape);
  const version = checkVersion(table.int16('version'), byte);
  const bodyLength = table.count('bodyLength');
  checkMetadata(table);
  const about = { version, bodyLength, byte };
  const type = table.uint8('headerType');
  switch (type) {
    case 1:
      // Arrow JS takes the body of a schema for the next message.
      if (bodyLength !== 0) throw damaged(byte, `a schema has a body of ${bodyLength} bytes`);
      return { ...about, kind: 'schema', header: headerOf(table, schemaShape) };
    case 2:
      return { ...about, kind: 'dictionary', header: headerOf(table, dictionaryBatchShape) };
    case 3:
      return { ...about, kind: 'batch', header: headerOf(table, recordBatchShape) };
    case 4:
    case 5:
      throw unsupported(
        byte,
        'they hold tensors, which are no tables',
        'Write the tensor as a column of a record batch.',
      );
    default:
      throw damaged(byte, `a message has the kind ${type}, which Arrow does not have`);
  }
}

/**
 * Returns the version of metadata.
 *
 * @throws IpcFault for a version other than V4 and V5
 */
export function checkVersion(version: number, byte: number): number {
  if (version >= oldestVersion && version <= newestVersion) return version;
  throw unsupported(
    byte,
    `its metadata is of version V${version + 1}, and V4 and V5 can be read`,
    'Read it with the Arrow library that wrote it, and write it again with Arrow 1.0 or later.',
  );
}

function headerOf<Name extends string>(
  message: FlatTable<(typeof messageShape.fields)[number]>,
  shape: { readonly name: string; readonly fields: readonly Name[] },
): FlatTable<Name> {
  const header = message.table('header', shape);
  if (header === undefined) throw message.damaged(`a message of the kind ${shape.name} has no header`);
  return header;
}
