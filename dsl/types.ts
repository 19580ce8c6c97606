/**
 * Column types, named as in Apache Arrow. A type describes a column at build time, and carries the TypeScript type that a row
 * function sees. docs/reference/types.md has the full table.
 */

import type { ColumnTypeName, TimeUnit } from '../schema/column-types.js';

declare const value: unique symbol;

/** The names of the column types that this release compiles. */
export type TypeName = ColumnTypeName | 'struct';

/** A column type. `V` is the type of a value that the row function reads or returns for one row. */
export interface ColumnType<V = unknown> {
  /** The name of the type, such as `utf8` or `timestamp[ms]`. */
  readonly name: TypeName;
  /** True if the column may hold null, as {@link nullable} declares it. */
  readonly nullable: boolean;
  /** The type of the elements of a list. */
  readonly element?: ColumnType;
  /** The fields of a struct. */
  readonly fields?: Schema;
  /** The time zone of a timestamp that has one. */
  readonly timezone?: string;
  /** Never present at run time: it only carries `V` through the type checker. */
  readonly [value]?: V;
}

/** The columns of a table: one type per name. */
export type Schema = { readonly [column: string]: ColumnType };

/** The type of a value that a row function reads or returns for one row of a column of type `T`. */
export type ValueOf<T extends ColumnType> = T extends ColumnType<infer V> ? V : never;

/** One row of a table as the row function sees it: `RowOf<{ name: typeof utf8 }>` is `{ readonly name: string }`. */
export type RowOf<S extends Schema> = { readonly [K in keyof S]: ValueOf<S[K]> };

function columnType<V>(name: TypeName): ColumnType<V> {
  return Object.freeze({ name, nullable: false });
}

/** True or false, stored as one bit per row. The row function sees a boolean. */
export const bool = columnType<boolean>('bool');
/** Integers from -128 to 127. A result that is no such integer fails its row with a `RowError`; nothing ever wraps. */
export const int8 = columnType<number>('int8');
/** Integers from -32,768 to 32,767. Any other result fails its row with a `RowError`. */
export const int16 = columnType<number>('int16');
/** Integers from -2^31 to 2^31 - 1. Any other result fails its row with a `RowError`. */
export const int32 = columnType<number>('int32');
/** Integers from 0 to 255. Any other result fails its row with a `RowError`. */
export const uint8 = columnType<number>('uint8');
/** Integers from 0 to 65,535. Any other result fails its row with a `RowError`. */
export const uint16 = columnType<number>('uint16');
/** Integers from 0 to 2^32 - 1. Any other result fails its row with a `RowError`. */
export const uint32 = columnType<number>('uint32');
/** Integers from -2^63 to 2^63 - 1, as bigints. Any other result fails its row with a `RowError`. */
export const int64 = columnType<bigint>('int64');
/** Integers from 0 to 2^64 - 1, as bigints. Any other result fails its row with a `RowError`. */
export const uint64 = columnType<bigint>('uint64');
/** IEEE 754 single precision. A row function reads the exact value; results are rounded as by `Math.fround`. */
export const float32 = columnType<number>('float32');
/** IEEE 754 double precision, which is JavaScript's own number. */
export const float64 = columnType<number>('float64');
/**
 * Text, stored as UTF-8. Input that is not valid UTF-8 fails its row with a `RowError`. A lone surrogate in a result is written
 * as U+FFFD.
 */
export const utf8 = columnType<string>('utf8');

/** Text with 64-bit offsets, so that one chunk can hold more than 2^31 - 1 bytes. Otherwise as {@link utf8}. */
export const largeUtf8 = columnType<string>('largeUtf8');
/**
 * Bytes. A row function sees a `Uint8Array` that it may read and cut (`length`, `[i]`, `subarray`, `indexOf`, `for … of`, …)
 * but not change, and returns a `Uint8Array`.
 */
export const binary = columnType<Uint8Array>('binary');
/** Bytes with 64-bit offsets, so that one chunk can hold more than 2^31 - 1 bytes. Otherwise as {@link binary}. */
export const largeBinary = columnType<Uint8Array>('largeBinary');

/**
 * Dictionary-encoded text, `dictionary(utf8)`: each distinct value is stored once, and rows refer to it by index. A row
 * function sees the string. It is only a type of inputs; declare results as `utf8`.
 *
 * A row function that reads only such columns and params is evaluated once per combination of their values, not once per row.
 * This needs a call with at least twice as many rows as combinations. An index without an entry fails its row with a
 * `RowError`.
 *
 * @param values the type of the values: {@link utf8}
 * @example
 * export const isGerman = transform({
 *   input: { country: dictionary(utf8) }, // the row function sees a string
 *   output: bool,
 *   row: ({ country }) => country === 'DE',
 * });
 */
export function dictionary(values: ColumnType<string>): ColumnType<string> {
  return Object.freeze({ ...values, name: 'dictionary' });
}

/**
 * A list of values of one type per row. A row function sees a frozen array and returns an array.
 *
 * Elements have any type, including structs and other lists; wrap the element type in `nullable` if elements may be null. An
 * element that its type cannot hold fails the row with a `RowError` that names its index.
 *
 * @param element the type of the elements
 * @example
 * export const known = transform({
 *   input: { scores: list(nullable(float64)) }, // the row function sees (number | null)[]
 *   output: list(float64),
 *   row: ({ scores }) => scores.filter((score) => score !== null),
 * });
 */
export function list<V>(element: ColumnType<V>): ColumnType<readonly V[]> {
  return Object.freeze({ name: 'list', nullable: false, element });
}

/**
 * Several named values per row. A row function sees a frozen object without a prototype, and returns an object of exactly these
 * fields. Fields have any type, including other structs and lists. Fields may be `nullable`, and so may the struct itself.
 *
 * @param fields the types of the fields, by name
 * @example
 * export const shifted = transform({
 *   input: { place: struct({ lat: float64, lon: float64 }), home: nullable(struct({ city: utf8 })) },
 *   output: { moved: struct({ lat: float64, lon: float64 }), city: nullable(utf8) },
 *   row: ({ place, home }) => ({ moved: { ...place, lat: place.lat + 1 }, city: home?.city ?? null }),
 * });
 */
export function struct<const S extends Schema>(fields: S): ColumnType<RowOf<S>> {
  return Object.freeze({ name: 'struct', nullable: false, fields });
}

/**
 * Days. A row function sees the start of the day in milliseconds since 1970-01-01T00:00Z, which `new Date` takes. A result that
 * is not the start of a day in UTC fails its row with a `RowError`.
 */
export const date32 = columnType<number>('date32');

/**
 * Points in time, counted from 1970-01-01T00:00Z. With a time zone they are moments in UTC, and the zone only says where they
 * are shown. Without one they are wall-clock readings, counted as if the clock showed UTC. The row function sees the same
 * number in both cases.
 *
 * For `'s'` and `'ms'` that is a number of milliseconds, which `new Date` takes. A result that is not a whole number of the
 * column's units fails its row with a `RowError`. For `'us'` and `'ns'` it is a bigint in the column's unit, because a number
 * would lose digits.
 *
 * @param unit the unit in which the column counts
 * @param timezone a name of the IANA database (`Europe/Berlin`) or an offset (`+02:00`)
 * @example
 * export const age = transform({
 *   input: { created: timestamp('ms', 'UTC'), seen: timestamp('ms', 'UTC') }, // numbers of milliseconds
 *   output: float64,
 *   row: ({ created, seen }) => (seen - created) / 86_400_000,
 * });
 */
export function timestamp(unit: 's' | 'ms', timezone?: string): ColumnType<number>;
export function timestamp(unit: 'us' | 'ns', timezone?: string): ColumnType<bigint>;
export function timestamp(unit: TimeUnit, timezone?: string): ColumnType<number> | ColumnType<bigint> {
  return Object.freeze({ ...columnType<number>(`timestamp[${unit}]`), ...(timezone !== undefined && { timezone }) });
}

/**
 * Returns a column type that also holds null. A row function sees `null`, and may return `null` or `undefined` for it. For any
 * other column null is an error: `SchemaError` in the input, `RowError` in a result.
 *
 * @param type the type of the other values
 * @example
 * export const nicknames = transform({
 *   input: { name: utf8, nickname: nullable(utf8) }, // the row function sees string and string | null
 *   output: utf8,
 *   row: ({ name, nickname }) => nickname ?? name,
 * });
 */
export function nullable<V>(type: ColumnType<V>): ColumnType<V | null> {
  return Object.freeze({ ...type, nullable: true });
}
