import type { DataType } from 'apache-arrow';

/** The kinds of typed arrays that hold values. */
export type ValuesConstructor =
  | Int8ArrayConstructor
  | Int16ArrayConstructor
  | Int32ArrayConstructor
  | BigInt64ArrayConstructor
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | BigUint64ArrayConstructor
  | Float32ArrayConstructor
  | Float64ArrayConstructor;

/** The kinds of typed arrays that hold offsets. */
export type OffsetsConstructor = Int32ArrayConstructor | BigInt64ArrayConstructor;

/**
 * The buffers of a column, by the columnar format's table
 * (https://arrow.apache.org/docs/format/Columnar.html#buffer-listing-for-each-layout). All but `null` and `union` begin with validity.
 */
export type Layout =
  | { readonly kind: 'null' | 'bits' | 'views' | 'struct' }
  | { readonly kind: 'fixed'; readonly array: ValuesConstructor /** Bytes of a value. */; readonly width: number }
  | { readonly kind: 'bytes' | 'list'; readonly offsets: OffsetsConstructor }
  | { readonly kind: 'fixed list'; readonly size: number }
  | { readonly kind: 'union'; readonly isDense: boolean };

/** A field of a schema, with the layout of its column in a record batch. */
export interface IpcField {
  /** Empty if the schema gives none. */
  readonly name: string;
  readonly nullable: boolean;
  readonly type: DataType;
  readonly layout: Layout;
  /** The fields below it; none if the column holds indices of a dictionary. */
  readonly children: readonly IpcField[];
  /** The number of the dictionary that the column holds indices of. */
  readonly dictionary?: number;
}
