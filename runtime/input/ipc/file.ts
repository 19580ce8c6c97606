import type { ArrowBatch } from '../arrow-shapes.js';
import { FlatBuffer } from './flat-buffer.js';
import { type FlatTable, rootTable } from './flat-table.js';
import { cut, damaged } from './ipc-fault.js';
import { checkVersion, type IpcMessage, metadataPlace, readMessage } from './message.js';
import { BatchReader } from './record-batch.js';
import { checkMetadata, type IpcSchema, readSchema } from './schema.js';
import { blockBytes, footerShape, schemaShape } from './table-shapes.js';

/** The beginning and the end of a file: `ARROW1`. */
const magic = Uint8Array.of(0x41, 0x52, 0x52, 0x4f, 0x57, 0x31);

/** The size of the magic with its padding at the beginning of a file. */
export const fileStart = 8;

/** The size of the parts after a footer: its length and the magic. */
const fileEnd = 4 + magic.length;

/** The place of a message, according to the footer. */
interface Block {
  readonly kind: 'dictionary' | 'batch';
  readonly at: number;
  readonly end: number;
  readonly metadataLength: number;
  /** The place of this entry in the file. */
  readonly byte: number;
}

/** True if bytes begin like a file and not like a stream. */
export function isFile(bytes: Uint8Array): boolean {
  return hasMagic(bytes, 0);
}

/** Reads the batches of a file (https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format) in the order of its footer. */
export function* readFile(bytes: Uint8Array): Generator<ArrowBatch, IpcSchema, undefined> {
  const { footer, at: footerAt } = findFooter(bytes);
  checkVersion(footer.int16('version'), footer.byte);
  const schemaTable = footer.table('schema', schemaShape);
  if (schemaTable === undefined) throw footer.damaged('the footer has no schema');
  checkMetadata(footer);
  const reader = new BatchReader(readSchema(schemaTable), false);
  const dictionaries = blocksOf(footer, 'dictionaries', 'dictionary', footerAt);
  const batches = blocksOf(footer, 'recordBatches', 'batch', footerAt);
  checkApart([...dictionaries, ...batches]);
  for (const block of dictionaries) {
    const { message, body } = readBlock(bytes, block);
    if (message.kind !== 'dictionary') throw otherKind(block, message);
    reader.dictionary(message, body);
  }
  for (const block of batches) {
    const { message, body } = readBlock(bytes, block);
    if (message.kind !== 'batch') throw otherKind(block, message);
    yield reader.batch(message, body);
  }
  return reader.schema;
}

type FooterTable = FlatTable<(typeof footerShape.fields)[number]>;

function findFooter(bytes: Uint8Array): { readonly footer: FooterTable; readonly at: number } {
  const { length } = bytes;
  if (length < fileStart + fileEnd || !hasMagic(bytes, length - magic.length)) {
    throw cut(length, 'a file ends with ARROW1, and these bytes do not');
  }
  const lengthAt = length - fileEnd;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getInt32(lengthAt, true);
  const at = lengthAt - size;
  if (size <= 0 || at < fileStart) throw damaged(lengthAt, `the footer says that it has ${size} bytes`);
  return { footer: rootTable(new FlatBuffer(bytes.subarray(at, lengthAt), at), footerShape), at };
}

/** Reads a vector of blocks of the footer (File.fbs, Block). */
function blocksOf(
  footer: FooterTable,
  field: 'dictionaries' | 'recordBatches',
  kind: Block['kind'],
  footerAt: number,
): Block[] {
  const vector = footer.vector(field, blockBytes, 8);
  const { buffer } = footer;
  return Array.from({ length: vector.length }, (_, index) => {
    const entry = vector.at(index);
    const byte = buffer.byteOf(entry);
    const at = buffer.count(entry, 'the place of a block');
    const metadataLength = buffer.int32(entry + 8);
    const bodyLength = buffer.count(entry + 16, 'the length of a block');
    const end = at + metadataLength + bodyLength;
    if (at < fileStart || metadataLength < 0 || end > footerAt) {
      throw damaged(byte, `the footer places a block at ${at} to ${end}, outside of the file's messages`);
    }
    return { kind, at, end, metadataLength, byte };
  });
}

/** Refuses blocks that overlap. A footer could name one large message again and again. */
function checkApart(blocks: readonly Block[]): void {
  let end = 0;
  for (const block of blocks.toSorted((one, other) => one.at - other.at)) {
    if (block.at < end) throw damaged(block.byte, `two blocks of the footer overlap at byte ${block.at}`);
    end = block.end;
  }
}

function readBlock(bytes: Uint8Array, { at, end, metadataLength, byte }: Block) {
  const metadataEnd = at + metadataLength;
  const place = metadataPlace(bytes.subarray(0, metadataEnd), at);
  if (place === undefined || place.at + place.length !== metadataEnd) {
    throw damaged(byte, `the footer gives a block ${metadataLength} bytes of metadata, unlike its message`);
  }
  const message = readMessage(bytes.subarray(place.at, metadataEnd), place.at);
  if (message.bodyLength !== end - metadataEnd) {
    throw damaged(
      byte,
      `the footer gives a block a body of ${end - metadataEnd} bytes, its message ${message.bodyLength}`,
    );
  }
  return { message, body: { bytes: bytes.subarray(metadataEnd, end), byte: metadataEnd } };
}

function otherKind({ byte, kind }: Block, message: IpcMessage): Error {
  return damaged(byte, `the footer lists a ${kind} where there is a ${message.kind}`);
}

function hasMagic(bytes: Uint8Array, at: number): boolean {
  return magic.every((byte, index) => bytes[at + index] === byte);
}
