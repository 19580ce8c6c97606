/** The Arrow types a transform may declare. */
export type ColumnTypeName = NumberTypeName | TextTypeName | BinaryTypeName | 'bool' | 'list';

/** The ones whose values are bytes. */
export type BinaryTypeName = 'binary' | 'largeBinary';

/** The ones whose values are strings: `dictionary` is that of `utf8`. */
export type TextTypeName = 'utf8' | 'largeUtf8' | 'dictionary';

/** The ones that are held as numbers, which JavaScript has typed arrays for: numbers, and dates and times. */
export type NumberTypeName = PlainNumberTypeName | TimeTypeName;

/** Dates and times, which count something from 1970-01-01T00:00Z on. */
export type TimeTypeName = 'date32' | `timestamp[${'s' | 'ms' | 'us' | 'ns'}]`;

/** Numbers that mean nothing else. */
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

/** Numbers as Arrow holds them. */
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

/** How a column holds its values as numbers. */
export interface NumberType {
  readonly arrayName: `${'Int' | 'Uint'}${8 | 16 | 32}Array` | `Float${32 | 64}Array` | `Big${'Int' | 'Uint'}64Array`;
  readonly array: new (buffer: ArrayBufferLike, byteOffset?: number, length?: number) => NumberArray;
  /** Bytes a row. */
  readonly width: number;
  /** Smallest and largest integer; absent for floats, which hold every number. Bigints for columns of bigints. */
  readonly range?: readonly [number, number] | readonly [bigint, bigint];
  /** Where the row function sees milliseconds: how many of them one unit of the column is. */
  readonly milliseconds?: number;
}

const int64Range = [-(2n ** 63n), 2n ** 63n - 1n] as const;
export const dayMilliseconds = 86_400_000;
/** Past it a number no longer says which millisecond is meant. */
const safe = Number.MAX_SAFE_INTEGER;

/** The column types that are held as numbers, by name. */
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

/** Whether a column's values are strings. */
export function isTextType(type: ColumnTypeName): type is TextTypeName {
  return type === 'utf8' || type === 'largeUtf8' || type === 'dictionary';
}

/** Whether a column's values are bytes that mean nothing. */
export function isBinaryType(type: ColumnTypeName): type is BinaryTypeName {
  return type === 'binary' || type === 'largeBinary';
}

/** Whether a column's values are bytes, or elements, of any number, which its offsets tell apart. */
export function hasOffsets(type: ColumnTypeName): type is TextTypeName | BinaryTypeName | 'list' {
  return isTextType(type) || isBinaryType(type) || type === 'list';
}

/** What a column is declared as, apart from whether null may come. */
export interface DeclaredType {
  readonly type: ColumnTypeName;
  /** Of a timestamp with a time zone. */
  readonly timezone?: string;
  /** Of a list: what its elements are. */
  readonly element?: ElementType;
  /** Of a struct that may be null, in front of its fields: true where it is there, null elsewhere. It has the struct's path. */
  readonly presence?: true;
}

/** What the elements of a list are. */
export interface ElementType extends DeclaredType {
  readonly nullable: boolean;
  /** Of a field of a struct in a list that may be null, declared without `nullable`: it is null where the struct is, and nowhere else. */
  readonly required?: true;
}

/** `us` of `timestamp[us]`; undefined for other types. */
export function timestampUnit(type: ColumnTypeName): string | undefined {
  return /^timestamp\[(\w+)\]$/.exec(type)?.[1];
}

/** A column type as a description has it: `timestamp('us', 'UTC')`. */
export function describeType({ type, timezone, element, presence }: DeclaredType): string {
  if (presence) return 'struct({ … })';
  if (element) return `list(${element.nullable ? `nullable(${describeType(element)})` : describeType(element)})`;
  if (type === 'dictionary') return 'dictionary(utf8)';
  const unit = timestampUnit(type);
  if (unit === undefined) return type;
  return `timestamp('${unit}'${timezone === undefined ? '' : `, '${timezone}'`})`;
}

/** Whether a column counts something from 1970-01-01T00:00Z on. */
export function isTimeType(name: ColumnTypeName): name is TimeTypeName {
  return name === 'date32' || name.startsWith('timestamp');
}
