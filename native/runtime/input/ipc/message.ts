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

/** The metadata of a message: what it is of, and how many bytes of body lie behind it. */
export type IpcMessage = {
  /** `MetadataVersion`. */
  readonly version: number;
  readonly bodyLength: number;
  /** Which byte of the input its metadata begins at. */
  readonly byte: number;
} & (
  | { readonly kind: 'schema'; readonly header: FlatTable<(typeof schemaShape.fields)[number]> }
  | { readonly kind: 'dictionary'; readonly header: FlatTable<(typeof dictionaryBatchShape.fields)[number]> }
  | { readonly kind: 'batch'; readonly header: RecordBatchTable }
);

/** The table of a record batch. */
export type RecordBatchTable = FlatTable<(typeof recordBatchShape.fields)[number]>;

/** The 4 bytes before the length of a message since Arrow 0.15, which no length can be. */
const continuation = -1;

/** Where the metadata of a message lies. */
export interface MetadataPlace {
  readonly at: number;
  readonly length: number;
}

/**
 * Reads what stands before a message (https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format): undefined at
 * the end of a stream, which a length of 0 or the end of the bytes marks.
 *
 * @param at where it begins, among bytes of which the first is byte `start` of the input
 */
export function metadataPlace(bytes: Uint8Array, at: number, start = 0): MetadataPlace | undefined {
  if (at === bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const need = (end: number) => {
    if (end > bytes.length)
      throw cut(start + at, `they end ${bytes.length - at} bytes behind the beginning of a message`);
  };
  need(at + 4);
  const isNew = isContinuation(view.getInt32(at, true));
  if (isNew) need(at + 8);
  const begin = isNew ? at + 8 : at + 4;
  const length = checkMetadataLength(view.getInt32(begin - 4, true), start + at);
  if (length === 0) return undefined;
  if (begin + length > bytes.length) throw tooLong('metadata', length, bytes.length - begin, start + at);
  return { at: begin, length };
}

/** Whether the length of a message stands behind these 4 bytes, and is not they. */
export function isContinuation(word: number): boolean {
  return word === continuation;
}

/** @throws IpcFault for a length that is none. */
export function checkMetadataLength(length: number, byte: number): number {
  if (length < 0) throw damaged(byte, `a message says that it has ${length} bytes of metadata`);
  return length;
}

/** The fault of a message that does not fit into the bytes there are. */
export function tooLong(what: string, length: number, left: number, byte: number): Error {
  return cut(byte, `a message says that it has ${length} bytes of ${what}, but ${left} are left`);
}

/**
 * Reads the metadata of a message.
 *
 * @param byte which byte of the input the first one is
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
      // Nothing says what the body of a schema would be, and Arrow JS reads on at its beginning.
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
      throw damaged(byte, `a message is of kind ${type}, which Arrow does not have`);
  }
}

/** @throws IpcFault for metadata of another version than V4 and V5. */
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
  if (header === undefined) throw message.damaged(`a message says that it is a ${shape.name}, but not which`);
  return header;
}
