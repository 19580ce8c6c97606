import type { TableShape } from './flat-table.js';

/**
 * Describes a table of Arrow's metadata, with its fields in the order of Message.fbs, Schema.fbs and File.fbs in
 * https://github.com/apache/arrow/tree/main/format. A union takes two fields: its type and its table.
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

/** The tables of a Field's `type`. Types without parameters share one. */
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

/** The sizes of structs, which have no vtable. */
export const fieldNodeBytes = 16;
export const bufferBytes = 16;
export const blockBytes = 24;

/** The versions of metadata that are read. V4 came with Arrow 0.8, V5 with 1.0. */
export const oldestVersion = 3;
export const newestVersion = 4;
