import { type Data, makeData, Utf8, Vector } from 'apache-arrow';
import { arrowType } from '../../../schema/arrow-types.js';
import type { ColumnTypeName } from '../../../schema/column-types.js';
import type { ElementType } from '../../../schema/columns.js';
import type { Stored } from './json-values.js';

type Values = readonly (Stored | undefined)[];

const arrays = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
  date32: Int32Array,
} as const;

/** Builds an Arrow column from stored values; undefined becomes null. */
export function storedData(column: ElementType, values: Values): Data {
  return makeData({
    type: arrowType(column),
    length: values.length,
    ...validityOf(values),
    ...buffersOf(column, values),
  } as never);
}

function buffersOf({ type }: ElementType, values: Values): object {
  if (type === 'bool') return { data: bitsOf(values.map((value) => value === true)) };
  if (type === 'dictionary') return dictionaryOf(values);
  if (type === 'utf8' || type === 'binary') return joined(values);
  if (type === 'largeUtf8' || type === 'largeBinary') {
    const { data, valueOffsets } = joined(values);
    return { data, valueOffsets: BigInt64Array.from(valueOffsets, BigInt) };
  }
  if (isNumber(type)) return { data: arrays[type].from(values.map((value) => Number(value ?? 0))) };
  const bigints = values.map((value) => BigInt((value as bigint | undefined) ?? 0n));
  return { data: type === 'uint64' ? BigUint64Array.from(bigints) : BigInt64Array.from(bigints) };
}

function isNumber(type: ColumnTypeName): type is keyof typeof arrays {
  return Object.hasOwn(arrays, type);
}

function joined(values: Values): { readonly data: Uint8Array; readonly valueOffsets: Int32Array } {
  const parts = values.map((value) => (value as Uint8Array | undefined) ?? new Uint8Array(0));
  const valueOffsets = new Int32Array(parts.length + 1);
  for (const [index, part] of parts.entries()) valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + part.length;
  const data = new Uint8Array(valueOffsets.at(-1) ?? 0);
  for (const [index, part] of parts.entries()) data.set(part, valueOffsets[index]);
  return { data, valueOffsets };
}

/** Encodes texts as indices into their distinct values. */
function dictionaryOf(values: Values): { readonly data: Int32Array; readonly dictionary: Vector<Utf8> } {
  const places = new Map<string, number>();
  const texts: Uint8Array[] = [];
  const data = Int32Array.from(values, (value) => {
    if (value === undefined) return 0;
    const text = value as Uint8Array;
    const key = Buffer.from(text).toString('latin1');
    const place = places.get(key) ?? texts.push(text) - 1;
    places.set(key, place);
    return place;
  });
  const entries = texts.length === 0 ? [new Uint8Array(0)] : texts;
  return { data, dictionary: new Vector([makeData({ type: new Utf8(), length: entries.length, ...joined(entries) })]) };
}

/** Builds the validity bitmap, which is left out if there is no undefined. */
export function validityOf(values: readonly unknown[]): {
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
} {
  const nullCount = values.filter((value) => value === undefined).length;
  return nullCount === 0
    ? { nullCount }
    : { nullCount, nullBitmap: bitsOf(values.map((value) => value !== undefined)) };
}

function bitsOf(flags: readonly boolean[]): Uint8Array {
  const bits = new Uint8Array((flags.length + 7) >>> 3);
  for (const [index, flag] of flags.entries())
    if (flag) bits[index >>> 3] = (bits[index >>> 3] ?? 0) | (1 << (index & 7));
  return bits;
}
