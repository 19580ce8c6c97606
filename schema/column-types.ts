/** The types of columns, named as in Apache Arrow. A struct is no column: its fields are. */
export type ColumnTypeName = NumberTypeName | TextTypeName | BinaryTypeName | 'bool' | 'list';

/** The types whose values are bytes. */
export type BinaryTypeName = 'binary' | 'largeBinary';

/** The types whose values are strings. `dictionary` is a dictionary of `utf8`. */
export type TextTypeName = 'utf8' | 'largeUtf8' | 'dictionary';

/** The types that JavaScript holds in typed arrays: numbers, dates and times. */
export type NumberTypeName = PlainNumberTypeName | TimeTypeName;

/** Dates and times, which count from 1970-01-01T00:00Z. */
export type TimeTypeName = 'date32' | TimestampTypeName;

/** Timestamps, by their unit. */
export type TimestampTypeName = `timestamp[${TimeUnit}]`;

/** The unit of a timestamp: seconds, milliseconds, microseconds or nanoseconds. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Plain numbers. */
export type PlainNumberTypeName =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64';

/** The typed arrays in which Arrow holds numbers. */
export type NumberArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** The representation of a column's values as numbers. */
export interface NumberType {
  readonly arrayName: `${'Int' | 'Uint'}${8 | 16 | 32}Array` | `Float${32 | 64}Array` | `Big${'Int' | 'Uint'}64Array`;
  readonly array: new (buffer: ArrayBufferLike, byteOffset?: number, length?: number) => NumberArray;
  /** Bytes per row. */
  readonly width: number;
  /**
   * The smallest and the largest integer, as the row function sees them; bigints for columns of bigints. Absent for floats, which hold
   * every number.
   */
  readonly range?: readonly [number, number] | readonly [bigint, bigint];
  /** For times that the row function sees in milliseconds: the milliseconds of one unit of the column. */
  readonly milliseconds?: number;
}

const int64Range = [-(2n ** 63n), 2n ** 63n - 1n] as const;
export const dayMilliseconds = 86_400_000;
/** A larger number no longer identifies one millisecond. */
const safe = Number.MAX_SAFE_INTEGER;

/** The types that are held as numbers, by name. */
export const numberTypes: { readonly [name in NumberTypeName]: NumberType } = {
  int8: { arrayName: 'Int8Array', array: Int8Array, width: 1, range: [-0x80, 0x7f] },
  int16: { arrayName: 'Int16Array', array: Int16Array, width: 2, range: [-0x8000, 0x7fff] },
  int32: { arrayName: 'Int32Array', array: Int32Array, width: 4, range: [-0x80000000, 0x7fffffff] },
  uint8: { arrayName: 'Uint8Array', array: Uint8Array, width: 1, range: [0, 0xff] },
  uint16: { arrayName: 'Uint16Array', array: Uint16Array, width: 2, range: [0, 0xffff] },
  uint32: { arrayName: 'Uint32Array', array: Uint32Array, width: 4, range: [0, 0xffffffff] },
  int64: { arrayName: 'BigInt64Array', array: BigInt64Array, width: 8, range: int64Range },
  uint64: { arrayName: 'BigUint64Array', array: BigUint64Array, width: 8, range: [0n, 2n ** 64n - 1n] },
  float32: { arrayName: 'Float32Array', array: Float32Array, width: 4 },
  float64: { arrayName: 'Float64Array', array: Float64Array, width: 8 },
  date32: {
    arrayName: 'Int32Array',
    array: Int32Array,
    width: 4,
    range: [-0x80000000 * dayMilliseconds, 0x7fffffff * dayMilliseconds],
    milliseconds: dayMilliseconds,
  },
  'timestamp[s]': { ...timestamp(), range: [-safe, safe], milliseconds: 1000 },
  'timestamp[ms]': { ...timestamp(), range: [-safe, safe], milliseconds: 1 },
  'timestamp[us]': { ...timestamp(), range: int64Range },
  'timestamp[ns]': { ...timestamp(), range: int64Range },
};

function timestamp(): Pick<NumberType, 'arrayName' | 'array' | 'width'> {
  return { arrayName: 'BigInt64Array', array: BigInt64Array, width: 8 };
}

/** True if a column's values are strings. */
export function isTextType(type: ColumnTypeName): type is TextTypeName {
  return type === 'utf8' || type === 'largeUtf8' || type === 'dictionary';
}

/** True if a column's values are plain bytes. */
export function isBinaryType(type: ColumnTypeName): type is BinaryTypeName {
  return type === 'binary' || type === 'largeBinary';
}

/** True if a column has offsets, because its values are any number of bytes or elements. */
export function hasOffsets(type: ColumnTypeName): type is TextTypeName | BinaryTypeName | 'list' {
  return isTextType(type) || isBinaryType(type) || type === 'list';
}

/** Returns `us` for `timestamp[us]`, and so on; undefined for other types. */
export function timestampUnit(type: ColumnTypeName): string | undefined {
  return /^timestamp\[(\w+)\]$/.exec(type)?.[1];
}

/** True if a column counts from 1970-01-01T00:00Z. */
export function isTimeType(name: ColumnTypeName): name is TimeTypeName {
  return name === 'date32' || name.startsWith('timestamp');
}
