import type { DataType } from 'apache-arrow';

/** What makes typed arrays of values. */
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

/** What makes typed arrays of offsets. */
export type OffsetsConstructor = Int32ArrayConstructor | BigInt64ArrayConstructor;

/**
 * Which buffers a column of a type has, and what lies below it: the columnar format's table of buffers
 * (https://arrow.apache.org/docs/format/Columnar.html#buffer-listing-for-each-layout). All but `null` and `union` have validity first.
 */
export type Layout =
  | { readonly kind: 'null' | 'bits' | 'views' | 'struct' }
  | { readonly kind: 'fixed'; readonly array: ValuesConstructor /** Bytes of a value. */; readonly width: number }
  | { readonly kind: 'bytes' | 'list'; readonly offsets: OffsetsConstructor }
  | { readonly kind: 'fixed list'; readonly size: number }
  | { readonly kind: 'union'; readonly isDense: boolean };

/** A field of a schema, with what is needed to find its column in a record batch. */
export interface IpcField {
  /** Empty where there is none. */
  readonly name: string;
  readonly nullable: boolean;
  readonly type: DataType;
  readonly layout: Layout;
  /** The columns below it. */
  readonly children: readonly IpcField[];
  /** Of a field whose column holds indices: which dictionary they are of. */
  readonly dictionary?: number;
}
