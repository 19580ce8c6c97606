import {
  Binary,
  BinaryView,
  Bool,
  type DataType,
  Date_,
  DateUnit,
  Decimal,
  Duration,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float,
  Int,
  Interval,
  IntervalUnit,
  LargeBinary,
  LargeList,
  LargeUtf8,
  List,
  Map_,
  Null,
  Precision,
  Struct,
  Time,
  Timestamp,
  TimeUnit,
  Type,
  Union,
  UnionMode,
  Utf8,
  Utf8View,
} from 'apache-arrow';
import type { FlatTable, TableShape } from './flat-table.js';
import { quoted, unsupported } from './ipc-fault.js';
import type { IpcField, Layout, OffsetsConstructor, ValuesConstructor } from './layout.js';
import {
  dateShape,
  decimalShape,
  durationShape,
  type fieldShape,
  fixedSizeBinaryShape,
  fixedSizeListShape,
  floatShape,
  intervalShape,
  intShape,
  mapShape,
  noFields,
  timeShape,
  timestampShape,
  unionShape,
} from './table-shapes.js';

/** The table of a field. */
export type FieldTable = FlatTable<(typeof fieldShape.fields)[number]>;

/** A type of Arrow JS, and the layout of its columns in a record batch. */
export interface FieldType {
  readonly type: DataType;
  readonly layout: Layout;
}

/**
 * Reads the type of a field.
 *
 * @param children the fields below it, which become the type's
 */
export function readType(field: FieldTable, children: readonly IpcField[]): FieldType {
  const tag = field.uint8('typeType');
  const reader = readers[tag];
  if (reader !== undefined) return reader(field, children);
  const name = laterTypes[tag];
  if (name === undefined) throw field.damaged(`the type of a field is number ${tag}, which Arrow does not have`);
  throw unsupported(
    field.byte,
    `column ${quoted(field.text('name') ?? '')} is a ${name}, which Arrow JS cannot read`,
    'Cast it where it is made, or leave it out.',
  );
}

/** Reads the type of the indices of a dictionary: by default 32-bit integers (Schema.fbs, DictionaryEncoding). */
export function readIndexType(table: FlatTable<'bitWidth' | 'isSigned'> | undefined): FieldType & { type: Int } {
  return table === undefined ? integers(true, 32) : readInt(table);
}

type ReadType = (field: FieldTable, children: readonly IpcField[]) => FieldType;

const readers: { readonly [tag: number]: ReadType } = {
  [Type.Null]: plain({ type: new Null(), layout: { kind: 'null' } }),
  [Type.Int]: leaf(intShape, readInt),
  [Type.Float]: leaf(floatShape, (table) => {
    const precision = oneOf(table, 'precision', table.int16('precision'), Precision.HALF, Precision.DOUBLE);
    return { type: new Float(precision), layout: fixed(floatArrays[precision] ?? Float64Array) };
  }),
  [Type.Binary]: plain({ type: new Binary(), layout: bytes(Int32Array) }),
  [Type.Utf8]: plain({ type: new Utf8(), layout: bytes(Int32Array) }),
  [Type.LargeBinary]: plain({ type: new LargeBinary(), layout: bytes(BigInt64Array) }),
  [Type.LargeUtf8]: plain({ type: new LargeUtf8(), layout: bytes(BigInt64Array) }),
  [Type.BinaryView]: plain({ type: new BinaryView(), layout: { kind: 'views' } }),
  [Type.Utf8View]: plain({ type: new Utf8View(), layout: { kind: 'views' } }),
  [Type.Bool]: plain({ type: new Bool(), layout: { kind: 'bits' } }),
  [Type.Decimal]: leaf(decimalShape, (table) => {
    const width = table.int32('bitWidth', 128);
    if (![32, 64, 128, 256].includes(width)) throw table.damaged(`decimals of ${width} bits do not exist`);
    const type = new Decimal(table.int32('scale'), table.int32('precision'), width);
    return { type, layout: fixed(Uint32Array, width / 8) };
  }),
  [Type.Date]: leaf(dateShape, (table) => {
    const unit = oneOf(table, 'unit', table.int16('unit', DateUnit.MILLISECOND), DateUnit.DAY, DateUnit.MILLISECOND);
    return { type: new Date_(unit), layout: fixed(unit === DateUnit.DAY ? Int32Array : BigInt64Array) };
  }),
  [Type.Time]: leaf(timeShape, (table) => {
    const unit = timeUnit(table, TimeUnit.MILLISECOND);
    const width = table.int32('bitWidth', 32);
    // Seconds and milliseconds of a day take 32 bits, the others 64 (Schema.fbs, Time).
    if (width !== (unit <= TimeUnit.MILLISECOND ? 32 : 64)) {
      throw table.damaged(`times in ${TimeUnit[unit]}S of ${width} bits do not exist`);
    }
    return { type: new Time(unit, width), layout: fixed(width === 32 ? Int32Array : BigInt64Array) };
  }),
  [Type.Timestamp]: leaf(timestampShape, (table) => ({
    type: new Timestamp(timeUnit(table, TimeUnit.SECOND), table.text('timezone') ?? null),
    layout: fixed(BigInt64Array),
  })),
  [Type.Duration]: leaf(durationShape, (table) => ({
    type: new Duration(timeUnit(table, TimeUnit.MILLISECOND)),
    layout: fixed(BigInt64Array),
  })),
  [Type.Interval]: leaf(intervalShape, (table) => {
    const { YEAR_MONTH, MONTH_DAY_NANO } = IntervalUnit;
    const unit = oneOf(table, 'unit', table.int16('unit', YEAR_MONTH), YEAR_MONTH, MONTH_DAY_NANO);
    return { type: new Interval(unit), layout: fixed(Int32Array, intervalBytes[unit]) };
  }),
  [Type.FixedSizeBinary]: leaf(fixedSizeBinaryShape, (table) => {
    const width = table.int32('byteWidth');
    if (width < 0) throw table.damaged(`values of ${width} bytes do not exist`);
    return { type: new FixedSizeBinary(width), layout: fixed(Uint8Array, width) };
  }),
  [Type.List]: parent(noFields, 1, (_, [item]) => ({ type: new List(item), layout: lists(Int32Array) })),
  [Type.LargeList]: parent(noFields, 1, (_, [item]) => ({ type: new LargeList(item), layout: lists(BigInt64Array) })),
  [Type.FixedSizeList]: parent(fixedSizeListShape, 1, (table, [item]) => {
    const size = table.int32('listSize');
    if (size < 0) throw table.damaged(`lists of ${size} elements do not exist`);
    return { type: new FixedSizeList(size, item), layout: { kind: 'fixed list', size } };
  }),
  [Type.Struct]: parent(noFields, undefined, (_, fields) => ({ type: new Struct(fields), layout: { kind: 'struct' } })),
  [Type.Map]: parent(mapShape, 1, (table, [entries]) => {
    // A map is a list of structs of a key and a value (Schema.fbs, Map).
    if (entries.type.typeId !== Type.Struct || entries.type.children.length !== 2) {
      throw table.damaged(`the entries of a map are ${String(entries.type)}, not structs of a key and a value`);
    }
    return { type: new Map_(entries, table.bool('keysSorted')), layout: lists(Int32Array) };
  }),
  [Type.Union]: parent(unionShape, undefined, (table, fields) => {
    const mode = oneOf(table, 'mode', table.int16('mode'), UnionMode.Sparse, UnionMode.Dense);
    const type = new Union(mode, unionTypeIds(table, fields.length), [...fields]);
    return { type, layout: { kind: 'union', isDense: mode === UnionMode.Dense } };
  }),
};

/** Types of Arrow that Arrow JS does not have. */
const laterTypes: { readonly [tag: number]: string } = {
  22: 'run-end encoded array',
  25: 'list view',
  26: 'large list view',
};

const floatArrays: readonly ValuesConstructor[] = [Uint16Array, Float32Array, Float64Array];
const intervalBytes: readonly number[] = [4, 8, 16];

/** Reads a type without parameters, which all its fields share. */
function plain(type: FieldType): ReadType {
  return leaf(noFields, () => type);
}

/** Reads a type without children. */
function leaf<Name extends string>(shape: TableShape<Name>, read: (table: FlatTable<Name>) => FieldType): ReadType {
  return parent(shape, 0, (table) => read(table));
}

/** Reads a type with `count` children; undefined allows any number. */
function parent<Name extends string, Count extends 0 | 1 | undefined>(
  shape: TableShape<Name>,
  count: Count,
  read: (table: FlatTable<Name>, fields: Count extends 1 ? readonly [Field] : Field[]) => FieldType,
): ReadType {
  return (field, children) => {
    const table = field.table('type', shape);
    if (table === undefined) throw field.damaged(`a field has the type ${shape.name}, but no table that describes it`);
    if (count !== undefined && children.length !== count) {
      throw field.damaged(`a field of the type ${Type[field.uint8('typeType')]} has ${children.length} children`);
    }
    const fields = children.map(({ name, type, nullable }) => new Field(name, type, nullable));
    return read(table, fields as Count extends 1 ? readonly [Field] : Field[]);
  };
}

function readInt(table: FlatTable<'bitWidth' | 'isSigned'>): FieldType & { type: Int } {
  const width = table.int32('bitWidth');
  if (width !== 8 && width !== 16 && width !== 32 && width !== 64) {
    throw table.damaged(`integers of ${width} bits do not exist`);
  }
  return integers(table.bool('isSigned'), width);
}

function integers(isSigned: boolean, width: 8 | 16 | 32 | 64): FieldType & { type: Int } {
  return (isSigned ? signed : unsigned)[width];
}

const signed = {
  8: { type: new Int(true, 8), layout: fixed(Int8Array) },
  16: { type: new Int(true, 16), layout: fixed(Int16Array) },
  32: { type: new Int(true, 32), layout: fixed(Int32Array) },
  64: { type: new Int(true, 64), layout: fixed(BigInt64Array) },
};
const unsigned = {
  8: { type: new Int(false, 8), layout: fixed(Uint8Array) },
  16: { type: new Int(false, 16), layout: fixed(Uint16Array) },
  32: { type: new Int(false, 32), layout: fixed(Uint32Array) },
  64: { type: new Int(false, 64), layout: fixed(BigUint64Array) },
};

function timeUnit<Name extends string>(table: FlatTable<Name | 'unit'>, byDefault: TimeUnit): TimeUnit {
  return oneOf(table, 'unit', table.int16('unit', byDefault), TimeUnit.SECOND, TimeUnit.NANOSECOND);
}

/** @throws IpcFault for a number outside of an enum that runs from `first` to `last` */
function oneOf<Name extends string>(table: FlatTable<Name>, field: Name, value: number, first: number, last: number) {
  if (value < first || value > last)
    throw table.damaged(`${table.nameOf(field)} is ${value}, which Arrow does not have`);
  return value;
}

/** Reads the type ids of a union: by default 0, 1, ... (Schema.fbs, Union). */
function unionTypeIds(table: FlatTable<'mode' | 'typeIds'>, fields: number): number[] {
  const isSaid = table.has('typeIds');
  const vector = table.vector('typeIds', 4, 4);
  if (isSaid && vector.length !== fields) {
    throw table.damaged(`a union of ${fields} fields has ${vector.length} type ids`);
  }
  const ids = Array.from({ length: fields }, (_, index) => (isSaid ? table.buffer.int32(vector.at(index)) : index));
  const wrong = ids.find((id, index) => id < 0 || id > 127 || ids.indexOf(id) !== index);
  if (wrong !== undefined) throw table.damaged(`a union has the type id ${wrong} twice, or outside of 0 to 127`);
  return ids;
}

function fixed(array: ValuesConstructor, width: number = array.BYTES_PER_ELEMENT): Layout {
  return { kind: 'fixed', array, width };
}

function bytes(offsets: OffsetsConstructor): Layout {
  return { kind: 'bytes', offsets };
}

function lists(offsets: OffsetsConstructor): Layout {
  return { kind: 'list', offsets };
}
