import type { TableShape } from './flat-table.js';

/**
 * The tables of Arrow's metadata, with their fields in the order of the format's definitions: Message.fbs, Schema.fbs and File.fbs of
 * https://github.com/apache/arrow/tree/main/format. A union takes two fields, of which the first tells what the second is.
 */
const shape = <const Field extends string>(name: string, ...fields: readonly Field[]): TableShape<Field> => ({
  name,
  fields,
});

export const messageShape = shape('Message', 'version', 'headerType', 'header', 'bodyLength', 'customMetadata');
export const schemaShape = shape('Schema', 'endianness', 'fields', 'customMetadata', 'features');
export const recordBatchShape = shape(
  'RecordBatch',
  'length',
  'nodes',
  'buffers',
  'compression',
  'variadicBufferCounts',
);
export const dictionaryBatchShape = shape('DictionaryBatch', 'id', 'data', 'isDelta');
export const compressionShape = shape('BodyCompression', 'codec', 'method');
export const footerShape = shape('Footer', 'version', 'schema', 'dictionaries', 'recordBatches', 'customMetadata');
export const fieldShape = shape(
  'Field',
  'name',
  'nullable',
  'typeType',
  'type',
  'dictionary',
  'children',
  'customMetadata',
);
export const dictionaryEncodingShape = shape('DictionaryEncoding', 'id', 'indexType', 'isOrdered', 'dictionaryKind');
export const keyValueShape = shape('KeyValue', 'key', 'value');

/** The tables that a Field's `type` may be. Those without fields have none that are read. */
export const noFields = shape('type');
export const intShape = shape('Int', 'bitWidth', 'isSigned');
export const floatShape = shape('FloatingPoint', 'precision');
export const decimalShape = shape('Decimal', 'precision', 'scale', 'bitWidth');
export const dateShape = shape('Date', 'unit');
export const timeShape = shape('Time', 'unit', 'bitWidth');
export const timestampShape = shape('Timestamp', 'unit', 'timezone');
export const intervalShape = shape('Interval', 'unit');
export const durationShape = shape('Duration', 'unit');
export const unionShape = shape('Union', 'mode', 'typeIds');
export const fixedSizeBinaryShape = shape('FixedSizeBinary', 'byteWidth');
export const fixedSizeListShape = shape('FixedSizeList', 'listSize');
export const mapShape = shape('Map', 'keysSorted');

/** Bytes of the structs, which have no vtable. */
export const fieldNodeBytes = 16;
export const bufferBytes = 16;
export const blockBytes = 24;

/** `MetadataVersion`: V5 came with Arrow 1.0, V4 with 0.8. */
export const oldestVersion = 3;
export const newestVersion = 4;
