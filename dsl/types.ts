/**
 * Column types, in Apache Arrow's words. A token describes a column at build time and carries the TypeScript type that
 * a row function sees; `docs/language.md` has the full table.
 */

declare const value: unique symbol;

/** The Arrow types that this release compiles. */
export type TypeName =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'utf8'
  | 'dictionary'
  | 'largeUtf8'
  | 'binary'
  | 'largeBinary'
  | 'list'
  | 'struct'
  | 'date32'
  | `timestamp[${TimeUnit}]`;

/** What a timestamp counts: seconds, milliseconds, microseconds or nanoseconds. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** A column type. `V` is what the row function reads or returns for one row of it. */
export interface ColumnType<V = unknown> {
  readonly name: TypeName;
  readonly nullable: boolean;
  /** Of a list: what its elements are. */
  readonly element?: ColumnType;
  /** Of a struct. */
  readonly fields?: Schema;
  /** Of a timestamp with a time zone. */
  readonly timezone?: string;
  /** Never present at run time: it only carries `V` through the type checker. */
  readonly [value]?: V;
}

/** One name and type a column: the shape of a table. */
export type Schema = { readonly [column: string]: ColumnType };

/** What a row function reads or returns for one row of a column of type `T`. */
export type ValueOf<T extends ColumnType> = T extends ColumnType<infer V> ? V : never;

/** One row of a table, as the row function sees it: `RowOf<{ name: typeof utf8 }>` is `{ readonly name: string }`. */
export type RowOf<S extends Schema> = { readonly [K in keyof S]: ValueOf<S[K]> };

function columnType<V>(name: TypeName): ColumnType<V> {
  return Object.freeze({ name, nullable: false });
}

/** True or false, one bit a row. */
export const bool = columnType<boolean>('bool');
/** Integers from -128 to 127. A row function that returns anything else for it fails that row with a `RowError`. */
export const int8 = columnType<number>('int8');
/** Integers from -32,768 to 32,767. */
export const int16 = columnType<number>('int16');
/** Integers from -2^31 to 2^31 - 1. */
export const int32 = columnType<number>('int32');
/** Integers from 0 to 255. */
export const uint8 = columnType<number>('uint8');
/** Integers from 0 to 65,535. */
export const uint16 = columnType<number>('uint16');
/** Integers from 0 to 2^32 - 1. */
export const uint32 = columnType<number>('uint32');
/**
 * Integers from -2^63 to 2^63 - 1, as bigint. A row function that returns anything else for it fails that row with a
 * `RowError`.
 */
export const int64 = columnType<bigint>('int64');
/** Integers from 0 to 2^64 - 1, as bigint. */
export const uint64 = columnType<bigint>('uint64');
/** IEEE 754 single precision. Read exactly; written as `Math.fround` writes it. */
export const float32 = columnType<number>('float32');
/** IEEE 754 double precision: JavaScript's own number. */
export const float64 = columnType<number>('float64');
/** Text, stored as UTF-8. A lone surrogate half that a row function returns is written as U+FFFD. */
export const utf8 = columnType<string>('utf8');

/** The same with 64-bit offsets, so that a column can hold more than 2^31 - 1 bytes. */
export const largeUtf8 = columnType<string>('largeUtf8');
/**
 * Bytes. A row function sees a `Uint8Array` of its own, reads it and cuts parts of it (`length`, `[i]`, `subarray`, `indexOf`,
 * `for … of`, …), and returns one.
 */
export const binary = columnType<Uint8Array>('binary');
/** The same with 64-bit offsets, so that a column can hold more than 2^31 - 1 bytes. */
export const largeBinary = columnType<Uint8Array>('largeBinary');

/**
 * Text of which each value is stored once, as rows refer to it by number: `dictionary(utf8)`. A row function sees the text. One
 * that reads no other column is evaluated once for each distinct value of a call, not once a row. Input columns only.
 *
 * @example
 * input: { country: dictionary(utf8) }   // the row function sees a string
 */
export function dictionary(values: ColumnType<string>): ColumnType<string> {
  return Object.freeze({ ...values, name: 'dictionary' });
}

/**
 * A list of values of one type in each row: a frozen array. Elements are numbers, dates and times, booleans, text or bytes, each
 * `nullable` where nulls may come, structs of these, which are frozen objects, or lists again. A row function returns an array;
 * an element that its type cannot hold fails the row.
 *
 * @example
 * input: { tags: list(utf8), scores: nullable(list(nullable(float64))) }   // string[], (number | null)[] | null
 * output: list(utf8)   // row: ({ line }) => line.split(',')
 */
export function list<V>(element: ColumnType<V>): ColumnType<readonly V[]> {
  return Object.freeze({ name: 'list', nullable: false, element });
}

/**
 * Several values in each row, by name: a frozen object without a prototype. Fields are of any type, structs again among them.
 * Null may come for each field that is `nullable`, and for the whole of a `nullable` struct.
 *
 * @example
 * input: { place: struct({ lat: float64, lon: float64, name: nullable(utf8) }) }   // place.lat
 * input: { home: nullable(struct({ city: utf8 })) }   // home?.city
 */
export function struct<const S extends Schema>(fields: S): ColumnType<RowOf<S>> {
  return Object.freeze({ name: 'struct', nullable: false, fields });
}

/**
 * Days, as the milliseconds from 1970-01-01T00:00Z to their beginning: what `new Date` takes. A row function that returns
 * anything but the beginning of a day (in UTC) fails that row with a `RowError`.
 */
export const date32 = columnType<number>('date32');

/**
 * Points in time, counted from 1970-01-01T00:00Z on. With a time zone they are moments, stored in UTC, and the zone says
 * where they are to be shown; without one they are the readings of a clock on some wall, counted as if it showed UTC. The
 * row function sees the same number either way.
 *
 * Of seconds and milliseconds that is a number of milliseconds, as `new Date` takes it; a number that is no whole one of the
 * column's units fails the row with a `RowError`. Of microseconds and nanoseconds it is a bigint in the column's unit, since
 * a number would lose digits.
 *
 * @param timezone a name of the IANA database (`Europe/Berlin`) or an offset (`+02:00`)
 * @example
 * input: { created: timestamp('us', 'UTC') }   // the row function sees a bigint
 */
export function timestamp(unit: 's' | 'ms', timezone?: string): ColumnType<number>;
export function timestamp(unit: 'us' | 'ns', timezone?: string): ColumnType<bigint>;
export function timestamp(unit: TimeUnit, timezone?: string): ColumnType<number> | ColumnType<bigint> {
  return Object.freeze({ ...columnType<number>(`timestamp[${unit}]`), ...(timezone !== undefined && { timezone }) });
}

/**
 * The same column type, where null may come.
 *
 * @example
 * input: { nickname: nullable(utf8) }   // the row function sees string | null
 */
export function nullable<V>(type: ColumnType<V>): ColumnType<V | null> {
  return Object.freeze({ ...type, nullable: true });
}
