import {
  Binary,
  Bool,
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
  Null,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import type { ColumnTypeName } from './column-types.js';
import type { DeclaredType } from './columns.js';

const arrowTypes: { readonly [name in ColumnTypeName]: (timezone: string | undefined) => DataType } = {
  bool: () => new Bool(),
  int8: () => new Int8(),
  int16: () => new Int16(),
  int32: () => new Int32(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
  int64: () => new Int64(),
  uint64: () => new Uint64(),
  float32: () => new Float32(),
  float64: () => new Float64(),
  utf8: () => new Utf8(),
  largeUtf8: () => new LargeUtf8(),
  binary: () => new Binary(),
  largeBinary: () => new LargeBinary(),
  // Types of inputs only. They do not describe the actual indices and elements.
  dictionary: () => new Dictionary(new Utf8(), new Int32()),
  list: () => new List(new Field('item', new Null())),
  date32: () => new DateDay(),
  'timestamp[s]': (timezone) => new TimestampSecond(timezone),
  'timestamp[ms]': (timezone) => new TimestampMillisecond(timezone),
  'timestamp[us]': (timezone) => new TimestampMicrosecond(timezone),
  'timestamp[ns]': (timezone) => new TimestampNanosecond(timezone),
};

/** Returns the Arrow type of a column. */
export function arrowType({ type, timezone, element }: DeclaredType): DataType {
  return element ? new List(new Field('item', arrowType(element), element.nullable)) : arrowTypes[type](timezone);
}
