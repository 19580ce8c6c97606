import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Dictionary,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeBinary,
  LargeUtf8,
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
import type { ColumnTypeName } from '../../ir/row-function.js';

const types: Readonly<Record<Exclude<ColumnTypeName, 'list'>, (timezone?: string) => DataType>> = {
  bool: () => new Bool(),
  int8: () => new Int8(),
  int16: () => new Int16(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
  uint64: () => new Uint64(),
  float32: () => new Float32(),
  float64: () => new Float64(),
  utf8: () => new Utf8(),
  largeUtf8: () => new LargeUtf8(),
  binary: () => new Binary(),
  largeBinary: () => new LargeBinary(),
  dictionary: () => new Dictionary(new Utf8(), new Int32()),
  date32: () => new DateDay(),
  'timestamp[s]': (timezone) => new TimestampSecond(timezone),
  'timestamp[ms]': (timezone) => new TimestampMillisecond(timezone),
  'timestamp[us]': (timezone) => new TimestampMicrosecond(timezone),
  'timestamp[ns]': (timezone) => new TimestampNanosecond(timezone),
};

/** Returns the Arrow type of any column but a list. */
export function arrowType({ type, timezone }: { readonly type: ColumnTypeName; readonly timezone?: string }): DataType {
  if (type === 'list') throw new RangeError('The type of a list is that of its elements');
  return types[type](timezone);
}
