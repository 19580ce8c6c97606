import { Type } from 'apache-arrow';
import type { ArrowData, ArrowTable } from '../../runtime/input/arrow-shapes.js';

/** The full contents of a column, with its bytes as text, for comparison. Buffers that are unused without rows or nulls are left out. */
export interface ColumnShape {
  readonly type: string;
  readonly length: number;
  readonly nulls: number;
  readonly values: string;
  readonly offsets: string;
  readonly validity: string;
  readonly children: readonly ColumnShape[];
  readonly buffers: readonly string[];
  readonly dictionary: readonly ColumnShape[];
}

/** Returns the columns of each batch. Arrow JS makes a batch without rows if there is none. */
export function tableShape({ schema, batches }: ArrowTable) {
  const placeholder = batches.length === 1 && batches[0]?.data.length === 0;
  return {
    fields: schema.fields.map(({ name, type }) => `${name ?? ''}: ${String(type)}`),
    batches: placeholder ? [] : batches.map(({ data }) => data.children.map(columnShape)),
  };
}

export function columnShape(data: ArrowData): ColumnShape {
  const { type, length, nullCount = 0, values, valueOffsets, nullBitmap, children, dictionary, variadicBuffers } = data;
  const hasRows = length > 0;
  const hasValidity = nullCount > 0 && type.typeId !== Type.Null && type.typeId !== Type.Union;
  // Arrow JS keeps the types of a union's values in a separate field.
  const typeIds = (data as { readonly typeIds?: unknown }).typeIds;
  return {
    type: String(type),
    length,
    nulls: type.typeId === Type.Union ? 0 : nullCount,
    values: hasRows ? hex(typeIds ?? values) : '',
    offsets: hasRows ? hex(valueOffsets) : '',
    validity: hasValidity ? hex(nullBitmap) : '',
    children: children.map(columnShape),
    buffers: (variadicBuffers ?? []).map(hex),
    dictionary: (dictionary?.data ?? []).map(columnShape),
  };
}

function hex(view: unknown): string {
  if (!ArrayBuffer.isView(view) || view.byteLength === 0) return '';
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return `${(view as { [Symbol.toStringTag]?: string })[Symbol.toStringTag]} ${bytes.toString('hex')}`;
}
