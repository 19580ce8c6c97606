import { type Data, makeData, makeVector, Table, Utf8, type Vector } from 'apache-arrow';
import { BufferType } from 'apache-arrow/enum';

/** Text or its bytes, which need not be UTF-8. */
export type TextValue = string | Uint8Array | null;

/** The buffers of a text column. */
export interface TextBuffers {
  readonly length: number;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly valueOffsets: Int32Array<ArrayBuffer>;
  readonly nullBitmap?: Uint8Array<ArrayBuffer>;
  readonly nullCount: number;
}

const encoder = new TextEncoder();

/** Puts every value between bytes that belong to no row, so offsets start past 0. A null has bytes that are not UTF-8. */
export function textBuffers(values: readonly TextValue[]): TextBuffers {
  const lead = encoder.encode('-é-');
  const parts = values.map((value) => {
    if (value === null) return Uint8Array.of(0xff, 0x80);
    return typeof value === 'string' ? encoder.encode(value) : value;
  });
  const valueOffsets = new Int32Array(values.length + 1);
  valueOffsets[0] = lead.length;
  parts.forEach((part, row) => {
    valueOffsets[row + 1] = (valueOffsets[row] ?? 0) + part.length;
  });
  const data = new Uint8Array(Buffer.concat([lead, ...parts, lead]));
  const nullCount = values.filter((value) => value === null).length;
  if (nullCount === 0) return { length: values.length, data, valueOffsets, nullCount };
  return { length: values.length, data, valueOffsets, nullCount, nullBitmap: validity(values) };
}

/** Returns a column of these buffers, valid or not. */
export function textOf(buffers: TextBuffers): Vector<Utf8> {
  return makeVector(makeData({ type: new Utf8(), ...buffers }));
}

/** A text column. */
export function text(values: readonly TextValue[]): Vector<Utf8> {
  return textOf(textBuffers(values));
}

/** Returns many rows of one value, quickly. */
export function repeated(value: string, length: number): Vector<Utf8> {
  const bytes = encoder.encode(value);
  const data = new Uint8Array(bytes.length * length);
  data.set(bytes);
  for (let filled = bytes.length; filled < data.length; filled *= 2) data.copyWithin(filled, 0, filled);
  const valueOffsets = new Int32Array(length + 1).map((_, row) => row * bytes.length);
  return textOf({ length, data, valueOffsets, nullCount: 0 });
}

/** Returns a bitmap with one bit per value, set if the value is not null. */
export function validity(values: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, row) => {
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return bits;
}

/** Returns the exact buffers of a result, which must not depend on how the work was divided. */
export function buffersOf(result: Vector | Table): Readonly<Record<string, Buffer>>[] {
  const vectors = result instanceof Table ? result.schema.fields.map((_, index) => result.getChildAt(index)) : [result];
  return vectors.flatMap((vector) => vector?.data.map(bytesOf) ?? []);
}

function bytesOf({ buffers }: Data): Readonly<Record<string, Buffer>> {
  const bytes = (kind: BufferType) => {
    const view = buffers[kind] as ArrayBufferView | undefined;
    return view ? Buffer.from(view.buffer, view.byteOffset, view.byteLength) : Buffer.alloc(0);
  };
  return {
    offsets: bytes(BufferType.OFFSET),
    values: bytes(BufferType.DATA),
    validity: bytes(BufferType.VALIDITY),
  };
}
