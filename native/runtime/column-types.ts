import {
  Bool,
  type DataType,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Precision,
  Type,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';

/** The Arrow types a transform may declare. */
export type ColumnTypeName = NumberTypeName | 'bool' | 'utf8';

/** The numeric ones, which JavaScript has typed arrays for. */
export type NumberTypeName =
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

/** A numeric column type. */
export interface NumberType {
  readonly arrayName: `${'Int' | 'Uint'}${8 | 16 | 32}Array` | `Float${32 | 64}Array` | `Big${'Int' | 'Uint'}64Array`;
  readonly array: new (buffer: ArrayBufferLike, byteOffset?: number, length?: number) => NumberArray;
  /** Bytes a row. */
  readonly width: number;
  /** Smallest and largest integer; absent for floats, which hold every number. Bigints for columns of bigints. */
  readonly range?: readonly [number, number] | readonly [bigint, bigint];
}

/** The numeric column types by name. */
export const numberTypes: { readonly [name in NumberTypeName]: NumberType } = {
  int8: { arrayName: 'Int8Array', array: Int8Array, width: 1, range: [-0x80, 0x7f] },
  int16: { arrayName: 'Int16Array', array: Int16Array, width: 2, range: [-0x8000, 0x7fff] },
  int32: { arrayName: 'Int32Array', array: Int32Array, width: 4, range: [-0x80000000, 0x7fffffff] },
  uint8: { arrayName: 'Uint8Array', array: Uint8Array, width: 1, range: [0, 0xff] },
  uint16: { arrayName: 'Uint16Array', array: Uint16Array, width: 2, range: [0, 0xffff] },
  uint32: { arrayName: 'Uint32Array', array: Uint32Array, width: 4, range: [0, 0xffffffff] },
  int64: { arrayName: 'BigInt64Array', array: BigInt64Array, width: 8, range: [-(2n ** 63n), 2n ** 63n - 1n] },
  uint64: { arrayName: 'BigUint64Array', array: BigUint64Array, width: 8, range: [0n, 2n ** 64n - 1n] },
  float32: { arrayName: 'Float32Array', array: Float32Array, width: 4 },
  float64: { arrayName: 'Float64Array', array: Float64Array, width: 8 },
};

const arrowTypes: { readonly [name in ColumnTypeName]: () => DataType } = {
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
};

/** The Arrow type of a result column. */
export function arrowType(name: ColumnTypeName): DataType {
  return arrowTypes[name]();
}

/** Whether a numeric column holds the value exactly; a float holds every number, rounded. Says nothing of null. */
export function holds({ range }: NumberType, value: unknown): value is number | bigint {
  if (range === undefined) return typeof value === 'number';
  const [min, max] = range;
  if (typeof value !== typeof min) return false;
  const isInteger = typeof value === 'bigint' || Number.isInteger(value);
  return isInteger && (value as number | bigint) >= min && (value as number | bigint) <= max;
}

/** What a numeric column holds, in words. */
export function describeValues({ range }: NumberType): string {
  if (range === undefined) return 'a number';
  const [min, max] = range;
  return `${typeof min === 'bigint' ? 'a bigint' : 'an integer'} from ${min} to ${max}`;
}

/** An Arrow type as any copy of the library makes it: told by `typeId`, never by `instanceof`. */
export interface ArrowType {
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly precision?: number;
  /** Of a dictionary: the type of its values. */
  readonly dictionary?: ArrowType;
}

/** The declared name for an Arrow type, or undefined where a transform cannot declare it. */
export function columnTypeName(type: ArrowType): ColumnTypeName | undefined {
  switch (type.typeId) {
    case Type.Bool:
      return 'bool';
    case Type.Utf8:
      return 'utf8';
    case Type.Float:
      if (type.precision === Precision.SINGLE) return 'float32';
      return type.precision === Precision.DOUBLE ? 'float64' : undefined;
    case Type.Int: {
      const name = `${type.isSigned ? 'int' : 'uint'}${type.bitWidth}`;
      return name in numberTypes ? (name as NumberTypeName) : undefined;
    }
    default:
      return undefined;
  }
}
