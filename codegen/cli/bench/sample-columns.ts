import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  Vector,
} from 'apache-arrow';
import { Random } from './random.js';
import { sampleSeed } from './sample-description.js';

/** A declared input column, as generated code lists it. */
export interface SampleColumn {
  readonly name: string;
  readonly type: string;
  readonly path?: readonly string[];
  readonly timezone?: string;
  readonly element?: { readonly type: string; readonly nullable: boolean };
  readonly nullable: boolean;
  /** Of a struct: whether it says where that is null, or is a field that is null nowhere else. */
  readonly presence?: true;
  readonly required?: true;
  /** Of a field of the structs of a list: how many names of the path lead to the list. */
  readonly listed?: number;
  readonly read: boolean;
}

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

/** The same with 64-bit offsets. */
const large =
  (fill: Fill): Fill =>
  (rows, random, literals) => {
    const { valueOffsets = new Int32Array(1), ...buffers } = fill(rows, random, literals);
    return { ...buffers, valueOffsets: BigInt64Array.from(valueOffsets as Int32Array, BigInt) };
  };

/** A thousand texts, of which each row is one. */
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

/** In the years from 1970 to 2038, in the column's unit. */
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

const types: Readonly<Record<string, { readonly type: (timezone?: string) => DataType; readonly fill: Fill }>> = {
  bool: { type: () => new Bool(), fill: bits },
  int8: { type: () => new Int8(), fill: integers((rows) => new Int8Array(rows)) },
  int16: { type: () => new Int16(), fill: integers((rows) => new Int16Array(rows)) },
  int32: { type: () => new Int32(), fill: integers((rows) => new Int32Array(rows)) },
  int64: { type: () => new Int64(), fill: bigIntegers((rows) => new BigInt64Array(rows)) },
  uint8: { type: () => new Uint8(), fill: integers((rows) => new Uint8Array(rows)) },
  uint16: { type: () => new Uint16(), fill: integers((rows) => new Uint16Array(rows)) },
  uint32: { type: () => new Uint32(), fill: integers((rows) => new Uint32Array(rows)) },
  uint64: { type: () => new Uint64(), fill: bigIntegers((rows) => new BigUint64Array(rows)) },
  float32: { type: () => new Float32(), fill: floats((rows) => new Float32Array(rows)) },
  float64: { type: () => new Float64(), fill: floats((rows) => new Float64Array(rows)) },
  utf8: { type: () => new Utf8(), fill: texts },
  largeUtf8: { type: () => new LargeUtf8(), fill: large(texts) },
  binary: { type: () => new Binary(), fill: texts },
  largeBinary: { type: () => new LargeBinary(), fill: large(texts) },
  dictionary: { type: () => new Dictionary(new Utf8(), new Int32()), fill: entries },
  date32: { type: () => new DateDay(), fill: days },
  'timestamp[s]': { type: (timezone) => new TimestampSecond(timezone), fill: times(1) },
  'timestamp[ms]': { type: (timezone) => new TimestampMillisecond(timezone), fill: times(1000) },
  'timestamp[us]': { type: (timezone) => new TimestampMicrosecond(timezone), fill: times(1_000_000) },
  'timestamp[ns]': { type: (timezone) => new TimestampNanosecond(timezone), fill: times(1_000_000_000) },
};

/** Lists of none to seven elements. */
function lists({ element, name }: SampleColumn, rows: number, random: Random, literals: readonly Uint8Array[]): Data {
  if (element === undefined) throw new Error(`column ${name} says no elements`);
  const valueOffsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row += 1) valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + random.next(8);
  const child = sampleData({ ...element, name: 'item', read: true }, valueOffsets[rows] ?? 0, random, literals);
  const type = new List(new Field('item', child.type, element.nullable));
  return makeData({ type, length: rows, valueOffsets, child, nullCount: 0 });
}

function sampleData(column: SampleColumn, rows: number, random: Random, literals: readonly Uint8Array[]): Data {
  if (column.element !== undefined) return lists(column, rows, random, literals);
  const known = types[column.type];
  if (known === undefined) throw new Error(`rows of type ${column.type} cannot be generated: pass an Arrow file`);
  const type = known.type(column.timezone);
  const buffers = known.fill(rows, random, literals);
  return makeData({ type, length: rows, ...buffers, ...(column.nullable ? nulls(rows) : { nullCount: 0 }) } as never);
}

interface Leaf {
  readonly path: readonly string[];
  readonly nullable: boolean;
  /** Of the column that says where the struct of that path is null. */
  readonly presence: boolean;
  /** Of a field of the structs of a list: how many names lead to the list. */
  readonly listed?: number | undefined;
  readonly data: Data;
}

/** Lists of structs out of a list for each field. */
function recordsData(leaves: readonly Leaf[], depth: number, length: number): Data<List<Struct>> {
  const presence = leaves.find((leaf) => leaf.presence)?.data;
  const elements = leaves.flatMap(({ path, data, presence: isPresence }): Leaf[] => {
    const [child] = data.children;
    const nullable = (data.type.children as Field[])?.[0]?.nullable ?? false;
    return isPresence || !child ? [] : [{ path, nullable, presence: false, data: child }];
  });
  const child = structData(elements, depth, elements[0]?.data.length ?? 0);
  const listNulls = presence ? { nullCount: presence.nullCount, nullBitmap: presence.nullBitmap } : { nullCount: 0 };
  const valueOffsets = leaves.find((leaf) => !leaf.presence)?.data.valueOffsets ?? new Int32Array(length + 1);
  return makeData({ type: new List(new Field('item', child.type, false)), length, ...listNulls, valueOffsets, child });
}

function wholeData(leaves: readonly Leaf[], depth: number, length: number): Data {
  const isList = leaves.some(({ listed }) => listed === depth);
  return isList ? recordsData(leaves, depth, length) : structData(leaves, depth, length);
}

/** Columns as structs by the names of their paths. */
function structData(leaves: readonly Leaf[], depth: number, length: number): Data<Struct> {
  const fields = leaves.filter(({ path }) => path.length > depth);
  const parts = [...new Set(fields.map(({ path }) => path[depth] ?? ''))].map((name) => {
    const within = leaves.filter(({ path }) => path[depth] === name);
    const leaf = within.find(({ path }) => path.length === depth + 1);
    const isField = leaf !== undefined && !leaf.presence;
    return {
      name,
      nullable: leaf?.nullable ?? false,
      data: isField ? leaf.data : wholeData(within, depth + 1, length),
    };
  });
  const presence = leaves.find((leaf) => leaf.presence && leaf.path.length === depth)?.data;
  const type = new Struct(parts.map(({ name, nullable, data }) => new Field(name, data.type, nullable)));
  const structNulls = presence ? { nullCount: presence.nullCount, nullBitmap: presence.nullBitmap } : { nullCount: 0 };
  return makeData({ type, length, ...structNulls, children: parts.map(({ data }) => data) });
}

/** Rows for a transform, the same every time. `literals` are texts that a column should hold now and then. */
export function sampleTable(
  columns: readonly SampleColumn[],
  rows: number,
  literals: Readonly<Record<string, readonly string[]>>,
): Table {
  const leaves = columns.map((column, place) => {
    // The fields of the structs of a list have as many elements in each row.
    const list = column.path?.slice(0, column.listed).join('\0');
    const isOfList = (other: SampleColumn) =>
      other.element !== undefined &&
      other.listed !== undefined &&
      other.path?.slice(0, other.listed).join('\0') === list;
    const index = isOfList(column) ? columns.findIndex(isOfList) : place;
    const random = new Random(sampleSeed + 7919 * index);
    const { path = [column.name], presence = false, required = false } = column;
    const nullable = column.nullable && !required;
    const data = sampleData(
      { ...column, nullable },
      rows,
      random,
      (literals[column.name] ?? []).map((text) => encoder.encode(text)),
    );
    return { path, nullable, presence, listed: column.listed, data };
  });
  const data = structData(leaves, 0, rows);
  const schema = new Schema(data.type.children);
  return new Table(schema, [new RecordBatch(schema, data)]);
}

function nulls(rows: number): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array((rows + 7) >>> 3).fill(0x7f); // every eighth row, so that the last bit of each byte is clear
  return { nullBitmap, nullCount: Math.floor(rows / nullEvery) };
}
