import {
  type Bool,
  type Data,
  type DataType,
  Field,
  type Int32,
  type LargeUtf8,
  List,
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
import { type DeclaredType, numberTypes } from '../column-types.js';
import type { OutputColumn, TransformDescription } from '../description.js';
import { allocateColumns, type ResultChunk, type ResultColumn } from './result-columns.js';

type OutputDescription = Pick<TransformDescription, 'output' | 'single'>;

/** Wraps finished chunks as Arrow, without a copy: a Vector for a single unnamed output, else a Table. */
export function assemble(transform: OutputDescription, finished: readonly ResultChunk[]): Vector | Table {
  const batches = assembleBatches(transform, finished);
  const isTable = !transform.single || transform.output.some(({ keep }) => keep !== undefined);
  if (isTable) return new Table(resultSchema(transform), batches);
  return makeVector(batches.flatMap(({ data }) => data.children));
}

/** The same chunks as record batches: one each, at least one. A single unnamed output is called like the transform. */
export function assembleBatches(transform: OutputDescription, finished: readonly ResultChunk[]): RecordBatch[] {
  const schema = resultSchema(transform);
  const chunks = finished.length > 0 ? finished : [emptyChunk(transform.output)];
  return chunks.map((chunk) => {
    const leaves = transform.output.map((column, index): Leaf => {
      const data = columnData(arrowType(column), column, chunk.length, chunk.columns[index]);
      return { ...leafOf(column), data };
    });
    return new RecordBatch(schema, structData(leaves, 0, chunk.length));
  });
}

/** The columns of a transform's results. */
export function resultSchema(transform: OutputDescription): Schema {
  return new Schema(fieldsOf(transform.output.map(leafOf), 0));
}

/** A column of values: of a struct, one of its fields. */
interface Leaf {
  readonly path: readonly string[];
  readonly type: DataType;
  readonly nullable: boolean;
  /** It says where the struct of its path is null. */
  readonly presence: boolean;
  /** Of a field of the structs of a list: how many names lead to the list. */
  readonly listed?: number | undefined;
  readonly data?: Data<DataType>;
}

function leafOf(column: OutputColumn): Leaf {
  const { path = [column.name], nullable, required, presence = false } = column;
  const { listed } = column;
  return { path, type: arrowType(column), nullable: nullable && !required, presence, listed };
}

/** The leaves by their name at a depth, in order. */
function groupsOf(leaves: readonly Leaf[], depth: number): ReadonlyMap<string, readonly Leaf[]> {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const name = leaf.path[depth] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), leaf]);
  }
  return groups;
}

function fieldsOf(leaves: readonly Leaf[], depth: number): Field[] {
  return [...groupsOf(leaves, depth)].map(([name, within]) => {
    const [first] = within;
    const ends = first?.path.length === depth + 1;
    const isLeaf = ends && !first.presence;
    const type = isLeaf ? first.type : wholeType(within, depth + 1);
    return new Field(name, type, ends && first.nullable);
  });
}

/** The type of a struct, or of a list of structs. */
function wholeType(leaves: readonly Leaf[], depth: number): Struct | List<Struct> {
  const fields = fieldsIn(leaves, depth);
  if (!fields.some(({ listed }) => listed === depth)) return new Struct(fieldsOf(fields, depth));
  return new List(new Field('item', new Struct(fieldsOf(fields.map(elementsOf), depth)), false));
}

/** The elements of a field of the structs of a list. */
function elementsOf({ path, type, data }: Leaf): Leaf {
  const [item] = type.children as Field[];
  if (item === undefined) throw new Error('a list has elements');
  const [child] = data?.children ?? [];
  return { path, type: item.type, nullable: item.nullable, presence: false, ...(child && { data: child }) };
}

/** Lists of structs: their fields have the same offsets. */
function recordsData(leaves: readonly Leaf[], depth: number, length: number): Data<List<Struct>> {
  const fields = fieldsIn(leaves, depth);
  const [first] = fields;
  const elements = fields.map(elementsOf);
  const count = elements[0]?.data?.length ?? 0;
  const type = wholeType(leaves, depth) as List<Struct>;
  return makeData({
    type,
    length,
    ...nullsOf(presenceIn(leaves, depth)?.data),
    valueOffsets: first?.data?.valueOffsets ?? new Int32Array(1),
    child: structData(elements, depth, count),
  });
}

function nullsOf(presence: Data<DataType> | undefined) {
  return presence !== undefined && presence.nullCount > 0
    ? { nullCount: presence.nullCount, nullBitmap: presence.nullBitmap }
    : { nullCount: 0 };
}

/** The leaves of a struct without the one that says where it is null, which comes first. */
function fieldsIn(leaves: readonly Leaf[], depth: number): readonly Leaf[] {
  return presenceIn(leaves, depth) === undefined ? leaves : leaves.slice(1);
}

function presenceIn([first]: readonly Leaf[], depth: number): Leaf | undefined {
  return first?.presence && first.path.length === depth ? first : undefined;
}

function structData(leaves: readonly Leaf[], depth: number, length: number): Data<Struct> {
  const presence = presenceIn(leaves, depth)?.data;
  const fields = fieldsIn(leaves, depth);
  const children = [...groupsOf(fields, depth).values()].map((within) => {
    const [first] = within;
    if (first?.data !== undefined && first.path.length === depth + 1 && !first.presence) return first.data;
    const isList = within.some(({ listed }) => listed === depth + 1);
    return isList ? recordsData(within, depth + 1, length) : structData(within, depth + 1, length);
  });
  return makeData({ type: new Struct(fieldsOf(fields, depth)), length, ...nullsOf(presence), children });
}

function listData(
  type: List,
  { element }: DeclaredType,
  length: number,
  valueOffsets: Int32Array,
  nulls: { readonly nullCount: number; readonly nullBitmap?: Uint8Array },
  child: ResultColumn['child'],
): Data<List> {
  if (element === undefined) throw new Error('a list has elements');
  const elements = columnData(type.valueType, element, child?.length ?? 0, child);
  return makeData({ type, length, ...nulls, valueOffsets, child: elements });
}

function columnData(
  type: DataType,
  column: DeclaredType & Pick<OutputColumn, 'required'>,
  length: number,
  result: ResultColumn | undefined,
): Data<DataType> {
  const { values = new Uint8Array(0), offsets, validity, nullCount = 0 } = result ?? {};
  // A required field has no nulls of its own: where its struct is null, it is whatever lies there.
  const hasNulls = nullCount > 0 && validity !== undefined && !column.required;
  const nulls = hasNulls ? { nullCount, nullBitmap: validity } : { nullCount: 0 };
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
      return listData(type as List, column, length, offsets ?? new Int32Array(1), nulls, result?.child);
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
