import {
  type Bool,
  type Data,
  type DataType,
  Field,
  type Int32,
  type LargeUtf8,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  type Utf8,
  type Vector,
} from 'apache-arrow';
import { arrowType } from '../arrow-types.js';
import { numberTypes } from '../column-types.js';
import type { OutputColumn, TransformDescription } from '../description.js';
import { allocateColumns, type ResultChunk, type ResultColumn } from './result-columns.js';

type OutputDescription = Pick<TransformDescription, 'output' | 'single'>;

/** Wraps finished chunks as Arrow, without a copy: a Vector for a single unnamed output, else a Table. */
export function assemble(transform: OutputDescription, finished: readonly ResultChunk[]): Vector | Table {
  const chunks = finished.length > 0 ? finished : [emptyChunk(transform.output)];
  if (!transform.single || transform.output.length > 1)
    return new Table(resultSchema(transform), assembleBatches(transform, chunks));
  const [column] = transform.output;
  if (column === undefined) throw new Error('a transform has an output');
  const type = arrowType(column);
  return makeVector(chunks.map((chunk) => columnData(type, column, chunk.length, chunk.columns[0])));
}

/** The same chunks as record batches: one each, at least one. A single unnamed output is called like the transform. */
export function assembleBatches(transform: OutputDescription, finished: readonly ResultChunk[]): RecordBatch[] {
  const schema = resultSchema(transform);
  const chunks = finished.length > 0 ? finished : [emptyChunk(transform.output)];
  return chunks.map((chunk) => {
    const children = transform.output.map((column, index) =>
      columnData(arrowType(column), column, chunk.length, chunk.columns[index]),
    );
    const type = new Struct(schema.fields);
    return new RecordBatch(schema, makeData({ type, length: chunk.length, nullCount: 0, children }));
  });
}

/** The columns of a transform's results. */
export function resultSchema(transform: OutputDescription): Schema {
  return new Schema(transform.output.map((column) => new Field(column.name, arrowType(column), column.nullable)));
}

function columnData(
  type: DataType,
  column: OutputColumn,
  length: number,
  result: ResultColumn | undefined,
): Data<DataType> {
  const { values = new Uint8Array(0), offsets, validity, nullCount = 0 } = result ?? {};
  const nulls = nullCount > 0 && validity !== undefined ? { nullCount, nullBitmap: validity } : { nullCount: 0 };
  switch (column.type) {
    case 'utf8':
    case 'dictionary':
    case 'binary':
      return makeData({
        type: type as Utf8,
        length,
        ...nulls,
        valueOffsets: offsets ?? new Int32Array(1),
        data: values,
      });
    case 'largeUtf8':
    case 'largeBinary':
      return makeData({
        type: type as LargeUtf8,
        length,
        ...nulls,
        valueOffsets: widened(offsets ?? new Int32Array(1)),
        data: values,
      });
    case 'list':
      throw new Error('lists are not written');
    case 'bool':
      return makeData({ type: type as Bool, length, ...nulls, data: values });
    default: {
      const data = new numberTypes[column.type].array(values.buffer, values.byteOffset, length);
      // All numeric types share one shape of arguments; which of them it is does not matter to `makeData`'s types.
      return makeData({ type: type as Int32, length, ...nulls, data: data as Int32Array });
    }
  }
}

/** Offsets in 64 bits. Halves are written several times faster than bigints. */
function widened(offsets: Int32Array): BigInt64Array {
  const wide = new BigInt64Array(offsets.length);
  const halves = new Int32Array(wide.buffer);
  for (let row = 0; row < offsets.length; row += 1) halves[2 * row] = offsets[row] ?? 0;
  return wide;
}

function emptyChunk(columns: readonly OutputColumn[]): ResultChunk {
  return { length: 0, columns: allocateColumns(columns, 0, []).map((column) => ({ ...column, nullCount: 0 })) };
}
