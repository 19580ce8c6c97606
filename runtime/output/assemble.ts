import {
  Data,
  type DataType,
  Field,
  List,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Vector,
} from 'apache-arrow';
import { arrowType } from '../../schema/arrow-types.js';
import { anyPlace, type ColumnNode, columnTree } from '../../schema/column-tree.js';
import { numberTypes } from '../../schema/column-types.js';
import type { DeclaredType, ElementType } from '../../schema/columns.js';
import type { OutputColumn, TransformDescription } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { mapped } from '../values/mapped.js';
import { allocateColumns, type ResultChunk, type ResultColumn } from './result-columns.js';

type OutputDescription = Pick<TransformDescription, 'output' | 'single'>;

/** The parts of results that the output columns determine. All results of a transform share them. */
interface ResultShape {
  readonly schema: Schema;
  readonly nodes: readonly ColumnNode[];
  readonly types: readonly DataType[];
}

const shapes = new WeakMap<readonly OutputColumn[], ResultShape>();

/** Returns the shape of results. It is made once, because that took a fifth of the time of a short call. */
function shapeOf(output: readonly OutputColumn[]): ResultShape {
  let shape = shapes.get(output);
  if (shape === undefined) {
    const tree = columnTree(output);
    const nodes = [...tree.values()];
    shape = { schema: new Schema(fieldsOf(tree, output, 0)), nodes, types: output.map(arrowType) };
    shapes.set(output, shape);
  }
  return shape;
}

/** Wraps finished chunks as Arrow data, without copying: a Vector for a single unnamed output, else a Table. */
export function assemble(
  transform: OutputDescription,
  finished: readonly ResultChunk[],
  memory: MemoryBudget,
): Vector | Table {
  const isTable = !transform.single || transform.output.some(({ keep }) => keep !== undefined);
  if (isTable) return new Table(resultSchema(transform), assembleBatches(transform, finished, memory));
  const chunks = atLeastOne(transform, finished, memory);
  const first = chunks[0];
  if (first !== undefined && chunks.length === 1) return new Vector(rootData(transform.output, first, memory));
  return makeVector(chunks.flatMap((chunk) => rootData(transform.output, chunk, memory)));
}

/** Wraps chunks as record batches: one per chunk, at least one. A single unnamed output gets the transform's name. */
export function assembleBatches(
  transform: OutputDescription,
  finished: readonly ResultChunk[],
  memory: MemoryBudget,
): RecordBatch[] {
  const schema = resultSchema(transform);
  const type = new Struct(schema.fields);
  return mapped(atLeastOne(transform, finished, memory), (chunk) => {
    const children = rootData(transform.output, chunk, memory);
    return new RecordBatch(schema, makeData({ type, length: chunk.length, nullCount: 0, children }));
  });
}

/** Returns the schema of a transform's results. */
export function resultSchema({ output }: OutputDescription): Schema {
  return shapeOf(output).schema;
}

/** Returns the chunks, or an empty one if there is none. */
function atLeastOne(
  { output }: OutputDescription,
  finished: readonly ResultChunk[],
  memory: MemoryBudget,
): readonly ResultChunk[] {
  return finished.length > 0 ? finished : [emptyChunk(output, memory)];
}

/** Returns the data of the columns of a result: of each value, struct and list. */
function rootData(output: readonly OutputColumn[], chunk: ResultChunk, memory: MemoryBudget): Data<DataType>[] {
  const { nodes, types } = shapeOf(output);
  const data = mapped(output, (column, index) =>
    columnData(types[index] ?? arrowType(column), column, chunk.length, chunk.columns[index], memory),
  );
  return mapped(nodes, (node) => nodeData(node, output, data, 0, chunk.length));
}

/** Returns the fields of a struct within `lists` lists. */
function fieldsOf(fields: ReadonlyMap<string, ColumnNode>, columns: readonly OutputColumn[], lists: number): Field[] {
  return [...fields].map(
    ([name, node]) => new Field(name, typeOf(node, columns, lists), isNullable(node, columns, lists)),
  );
}

function typeOf(node: ColumnNode, columns: readonly OutputColumn[], lists: number): DataType {
  if (node.kind === 'struct') return new Struct(fieldsOf(node.fields, columns, lists));
  if (node.kind === 'value') return arrowType(valueType(columns, node.place, lists));
  const { element } = node;
  return new List(new Field('item', typeOf(element, columns, lists + 1), isNullable(element, columns, lists + 1)));
}

/** Returns the type of a value's column within lists of structs. */
function valueType(columns: readonly OutputColumn[], place: number, lists: number): OutputColumn | ElementType {
  let type: OutputColumn | ElementType | undefined = columns[place];
  for (let depth = 0; depth < lists; depth += 1) type = type?.element;
  if (type === undefined) throw new Error('a list has elements');
  return type;
}

function isNullable(node: ColumnNode, columns: readonly OutputColumn[], lists: number): boolean {
  if (node.kind !== 'value') return node.presence !== undefined;
  const { nullable, required } = valueType(columns, node.place, lists);
  return nullable && !required;
}

function structData(
  fields: ReadonlyMap<string, ColumnNode>,
  columns: readonly OutputColumn[],
  data: readonly Data<DataType>[],
  lists: number,
  length: number,
  presence: number | undefined,
): Data<Struct> {
  const type = new Struct(fieldsOf(fields, columns, lists));
  const children = [...fields.values()].map((node) => nodeData(node, columns, data, lists, length));
  return makeData({ type, length, ...nullsOf(presence === undefined ? undefined : data[presence]), children });
}

/** Joins columns to the data of a node. `data` has the contents of the columns within `lists` lists. */
function nodeData(
  node: ColumnNode,
  columns: readonly OutputColumn[],
  data: readonly Data<DataType>[],
  lists: number,
  length: number,
): Data<DataType> {
  if (node.kind === 'struct') return structData(node.fields, columns, data, lists, length, node.presence);
  const own = data[node.kind === 'value' ? node.place : anyPlace(node.element)];
  if (own === undefined) throw new Error('a column has data');
  if (node.kind === 'value') return own;
  // All columns of a list have its offsets.
  const inner = data.map((one) => (one.children[0] as Data<DataType> | undefined) ?? one);
  const child = nodeData(node.element, columns, inner, lists + 1, own.children[0]?.length ?? 0);
  const type = typeOf(node, columns, lists) as List;
  const nulls = nullsOf(node.presence === undefined ? undefined : data[node.presence]);
  return makeData({ type, length, ...nulls, valueOffsets: own.valueOffsets, child });
}

function nullsOf(presence: Data<DataType> | undefined) {
  return presence !== undefined && presence.nullCount > 0
    ? { nullCount: presence.nullCount, nullBitmap: presence.nullBitmap }
    : { nullCount: 0 };
}

function listData(
  type: List,
  { element }: DeclaredType,
  length: number,
  valueOffsets: Int32Array,
  nullCount: number,
  nullBitmap: Uint8Array,
  child: ResultColumn['child'],
  memory: MemoryBudget,
): Data<List> {
  if (element === undefined) throw new Error('a list has elements');
  const elements = columnData(type.valueType, element, child?.length ?? 0, child, memory);
  return makeData({ type, length, nullCount, nullBitmap, valueOffsets, child: elements });
}

/** Makes the data of a column. Arrow's `makeData` takes three times as long, because it finds out what is known here. */
function columnData(
  type: DataType,
  column: DeclaredType & Pick<OutputColumn, 'required'>,
  length: number,
  result: ResultColumn | undefined,
  memory: MemoryBudget,
): Data<DataType> {
  const { values = new Uint8Array(0), offsets, validity, nullCount = 0 } = result ?? {};
  // A required field has no nulls of its own. Its contents are undefined where its struct is null.
  const hasNulls = nullCount > 0 && validity !== undefined && !column.required;
  const nulls = hasNulls ? nullCount : 0;
  const bitmap = hasNulls ? validity : new Uint8Array(0);
  switch (column.type) {
    case 'utf8':
    case 'dictionary':
    case 'binary':
      return new Data(type, 0, length, nulls, [offsets ?? new Int32Array(1), values, bitmap]);
    case 'largeUtf8':
    case 'largeBinary':
      return new Data(type, 0, length, nulls, [widened(offsets ?? new Int32Array(1), memory), values, bitmap]);
    case 'list':
      return listData(type as List, column, length, offsets ?? new Int32Array(1), nulls, bitmap, result?.child, memory);
    case 'bool':
      return new Data(type, 0, length, nulls, [undefined, values, bitmap]);
    default: {
      const data = new numberTypes[column.type].array(values.buffer, values.byteOffset, length);
      return new Data(type, 0, length, nulls, [undefined, data, bitmap]);
    }
  }
}

/** Returns offsets in 64 bits. Writing halves is several times faster than writing bigints. */
function widened(offsets: Int32Array, memory: MemoryBudget): BigInt64Array {
  const wide = memory.allocate(8 * offsets.length, () => new BigInt64Array(offsets.length));
  const halves = new Int32Array(wide.buffer);
  for (let row = 0; row < offsets.length; row += 1) halves[2 * row] = offsets[row] ?? 0;
  return wide;
}

function emptyChunk(columns: readonly OutputColumn[], memory: MemoryBudget): ResultChunk {
  return { length: 0, columns: allocateColumns(columns, 0, [], memory).map((column) => ({ ...column, nullCount: 0 })) };
}
