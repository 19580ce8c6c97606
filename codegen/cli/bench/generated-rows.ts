import { type Data, Field, List, makeData, RecordBatch, Schema, Struct, Table, Utf8, Vector } from 'apache-arrow';
import { arrowType } from '../../../schema/arrow-types.js';
import { anyPlace, type ColumnNode, columnTree } from '../../../schema/column-tree.js';
import type { ColumnTypeName } from '../../../schema/column-types.js';
import { generatorSeed } from './generated-description.js';
import { columnAt, type InputColumn, isNullable, valuesAt } from './input-column.js';
import { Random } from './random.js';

const nullEvery = 8;
const encoder = new TextEncoder();

type Fill = (rows: number, random: Random, literals: readonly Uint8Array[]) => DataBuffers;
interface DataBuffers {
  readonly data: Uint8Array | NumberArray;
  readonly dictionary?: Vector<Utf8>;
  readonly valueOffsets?: Int32Array | BigInt64Array;
}
type NumberArray = Exclude<ArrayBufferView, DataView | Uint8Array>;

const integers =
  (create: (rows: number) => Uint8Array | (NumberArray & { [row: number]: number })): Fill =>
  (rows, random) => {
    const data = create(rows);
    for (let row = 0; row < rows; row += 1) (data as { [row: number]: number })[row] = random.next(101);
    return { data };
  };

const bigIntegers =
  (create: (rows: number) => BigInt64Array | BigUint64Array): Fill =>
  (rows, random) => {
    const data = create(rows);
    for (let row = 0; row < rows; row += 1) data[row] = BigInt(random.next(101));
    return { data };
  };

const floats =
  (create: (rows: number) => Float32Array | Float64Array): Fill =>
  (rows, random) => {
    const data = create(rows);
    for (let row = 0; row < rows; row += 1) data[row] = random.next(1_000_000) / 1000;
    return { data };
  };

function bits(rows: number, random: Random): DataBuffers {
  const data = new Uint8Array((rows + 7) >>> 3);
  for (let row = 0; row < rows; row += 1) data[row >>> 3] = (data[row >>> 3] ?? 0) | (random.next(2) << (row & 7));
  return { data };
}

function texts(rows: number, random: Random, literals: readonly Uint8Array[]): DataBuffers {
  const valueOffsets = new Int32Array(rows + 1);
  let data = new Uint8Array(rows * 16 + 64);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const literal = literals.length > 0 && random.next(2) === 0 ? literals[random.next(literals.length)] : undefined;
    const needed = at + (literal?.length ?? 3 * 9);
    if (needed > data.length) {
      const grown = new Uint8Array(needed * 2);
      grown.set(data.subarray(0, at));
      data = grown;
    }
    if (literal !== undefined) {
      data.set(literal, at);
      at += literal.length;
    } else {
      at = writeWords(data, at, random);
    }
    valueOffsets[row + 1] = at;
  }
  return { data: data.subarray(0, at), valueOffsets };
}

/** Makes a fill with 64-bit offsets from one with 32-bit offsets. */
const large =
  (fill: Fill): Fill =>
  (rows, random, literals) => {
    const { valueOffsets = new Int32Array(1), ...buffers } = fill(rows, random, literals);
    return { ...buffers, valueOffsets: BigInt64Array.from(valueOffsets as Int32Array, BigInt) };
  };

/** Fills a dictionary with a thousand texts, and the rows with indices into it. */
function entries(rows: number, random: Random, literals: readonly Uint8Array[]): DataBuffers {
  const { data, valueOffsets } = texts(1000, random, literals);
  const values = makeData({
    type: new Utf8(),
    length: 1000,
    data: data as Uint8Array,
    valueOffsets: (valueOffsets as Int32Array | undefined) ?? new Int32Array(1),
  });
  const indices = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) indices[row] = random.next(1000);
  return { data: indices, dictionary: new Vector([values]) };
}

function writeWords(data: Uint8Array, start: number, random: Random): number {
  let at = start;
  for (let words = 1 + random.next(3); words > 0; words -= 1) {
    const first = at;
    for (let letters = 3 + random.next(6); letters > 0; letters -= 1) data[at++] = 0x61 + random.next(26);
    if (random.next(2) === 0) data[first] = (data[first] ?? 0) - 0x20;
    if (words > 1) data[at++] = 0x20;
  }
  return at;
}

/** Fills a column with times from 1970 to 2038, in the column's unit. */
const times =
  (unitsPerSecond: number): Fill =>
  (rows, random) => {
    const data = new BigInt64Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const fraction = unitsPerSecond === 1 ? 0 : random.next(1000) * (unitsPerSecond / 1000);
      data[row] = BigInt(random.next(2 ** 31)) * BigInt(unitsPerSecond) + BigInt(fraction);
    }
    return { data };
  };

function days(rows: number, random: Random): DataBuffers {
  const data = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) data[row] = random.next(24_855);
  return { data };
}

const fills: Readonly<Record<Exclude<ColumnTypeName, 'list'>, Fill>> = {
  bool: bits,
  int8: integers((rows) => new Int8Array(rows)),
  int16: integers((rows) => new Int16Array(rows)),
  int32: integers((rows) => new Int32Array(rows)),
  int64: bigIntegers((rows) => new BigInt64Array(rows)),
  uint8: integers((rows) => new Uint8Array(rows)),
  uint16: integers((rows) => new Uint16Array(rows)),
  uint32: integers((rows) => new Uint32Array(rows)),
  uint64: bigIntegers((rows) => new BigUint64Array(rows)),
  float32: floats((rows) => new Float32Array(rows)),
  float64: floats((rows) => new Float64Array(rows)),
  utf8: texts,
  largeUtf8: large(texts),
  binary: texts,
  largeBinary: large(texts),
  dictionary: entries,
  date32: days,
  'timestamp[s]': times(1),
  'timestamp[ms]': times(1000),
  'timestamp[us]': times(1_000_000),
  'timestamp[ns]': times(1_000_000_000),
};

/** Returns the offsets of lists of zero to seven elements. */
function offsetsOf(rows: number, random: Random): Int32Array {
  const offsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row += 1) offsets[row + 1] = (offsets[row] ?? 0) + random.next(8);
  return offsets;
}

function lists({ element, name }: InputColumn, rows: number, random: Random, literals: readonly Uint8Array[]): Data {
  if (element === undefined) throw new RangeError(`Column ${name} says no elements`);
  const valueOffsets = offsetsOf(rows, random);
  const child = columnData({ ...element, name: 'item', read: true }, valueOffsets[rows] ?? 0, random, literals);
  const type = new List(new Field('item', child.type, element.nullable));
  return makeData({ type, length: rows, valueOffsets, child, nullCount: 0 });
}

function columnData(column: InputColumn, rows: number, random: Random, literals: readonly Uint8Array[]): Data {
  if (column.element !== undefined) return lists(column, rows, random, literals);
  if (column.type === 'list') throw new RangeError(`Column ${column.name} says no elements`);
  const type = arrowType(column);
  const buffers = fills[column.type](rows, random, literals);
  return makeData({ type, length: rows, ...buffers, ...(column.nullable ? nulls(rows) : { nullCount: 0 }) } as never);
}

/** Generates rows for a transform, the same every time. `literals` are texts that a column should hold now and then. */
export function generatedTable(
  columns: readonly InputColumn[],
  rows: number,
  literals: Readonly<Record<string, readonly string[]>>,
): Table {
  const data = structData(columnTree(columns), { columns, literals }, 0, rows);
  const schema = new Schema(data.type.children);
  return new Table(schema, [new RecordBatch(schema, data)]);
}

interface Generated {
  readonly columns: readonly InputColumn[];
  readonly literals: Readonly<Record<string, readonly string[]>>;
}

/** Generates a struct within `lists` lists. */
function structData(
  fields: ReadonlyMap<string, ColumnNode>,
  generated: Generated,
  lists: number,
  length: number,
  nullable = false,
): Data<Struct> {
  const parts = [...fields].map(([name, node]) => ({ name, node, data: nodeData(node, generated, lists, length) }));
  const type = new Struct(
    parts.map(({ name, node, data }) => new Field(name, data.type, isNullable(node, generated.columns, lists))),
  );
  return makeData({ type, length, ...maybeNulls(nullable, length), children: parts.map(({ data }) => data) });
}

function nodeData(node: ColumnNode, generated: Generated, lists: number, length: number): Data {
  if (node.kind === 'struct') return structData(node.fields, generated, lists, length, node.presence !== undefined);
  const random = new Random(generatorSeed + 7919 * anyPlace(node));
  if (node.kind === 'list') {
    const valueOffsets = offsetsOf(length, random);
    const child = nodeData(node.element, generated, lists + 1, valueOffsets[length] ?? 0);
    const type = new List(new Field('item', child.type, isNullable(node.element, generated.columns, lists + 1)));
    return makeData({ type, length, valueOffsets, child, ...maybeNulls(node.presence !== undefined, length) });
  }
  const { name } = columnAt(generated.columns, node.place);
  const column = { ...valuesAt(generated.columns, node.place, lists), name, read: true };
  const texts = (generated.literals[name] ?? []).map((text) => encoder.encode(text));
  return columnData(column, length, random, texts);
}

function maybeNulls(nullable: boolean, length: number) {
  return nullable ? nulls(length) : { nullCount: 0 };
}

function nulls(rows: number): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array((rows + 7) >>> 3).fill(0x7f); // Every eighth row is null: the last bit of each byte is clear.
  return { nullBitmap, nullCount: Math.floor(rows / nullEvery) };
}
