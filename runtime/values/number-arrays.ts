import type {
  DataType,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
} from 'apache-arrow';

/** The kind of typed array that holds the values of an Arrow type. */
export type NumberArrayOf<T extends DataType> = Extract<NumberArrays, readonly [T, unknown]>[1];

type NumberArrays =
  | readonly [Int8, Int8Array]
  | readonly [Int16, Int16Array]
  | readonly [Int32, Int32Array]
  | readonly [Int64, BigInt64Array]
  | readonly [Uint8, Uint8Array]
  | readonly [Uint16, Uint16Array]
  | readonly [Uint32, Uint32Array]
  | readonly [Uint64, BigUint64Array]
  | readonly [Float32, Float32Array]
  | readonly [Float64, Float64Array];
