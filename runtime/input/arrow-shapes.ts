import type { ArrowType } from '../columns/arrow-types.js';

/**
 * The parts of Arrow JS objects that are read here. Two copies of the library in one tree are common, so objects are told by their shape,
 * never by `instanceof`.
 */
export interface ArrowData {
  readonly type: ArrowType;
  readonly length: number;
  /** Bits to skip in `nullBitmap`, and in `values` of a Bool. `values` and `valueOffsets` are already cut. */
  readonly offset: number;
  /** -1 if not counted yet; undefined if unknown. */
  readonly nullCount: number | undefined;
  readonly values: unknown;
  readonly valueOffsets: unknown;
  readonly nullBitmap: unknown;
  readonly children: readonly ArrowData[];
  readonly dictionary?: ArrowVector;
  readonly variadicBuffers?: readonly unknown[];
}

export interface ArrowVector {
  readonly type: ArrowType;
  readonly data: readonly ArrowData[];
}

export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
}

export interface ArrowBatch {
  readonly schema: { readonly fields: readonly ArrowField[] };
  readonly data: ArrowData;
}

export interface ArrowTable {
  readonly schema: { readonly fields: readonly ArrowField[] };
  readonly batches: readonly ArrowBatch[];
}

type Shape = { readonly [key: string]: Shape | undefined };

export function isVector(value: unknown): value is ArrowVector {
  return hasShape(value, ({ data, type }) => Array.isArray(data) && typeof type?.typeId === 'number');
}

export function isTable(value: unknown): value is ArrowTable {
  return hasShape(value, (table) => hasFields(table) && Array.isArray(table.batches));
}

export function isBatch(value: unknown): value is ArrowBatch {
  return hasShape(value, (batch) => hasFields(batch) && Array.isArray(batch.data?.children));
}

function hasFields(value: Shape): boolean {
  return Array.isArray(value.schema?.fields);
}

/** Tests the shape of an object. One whose properties cannot be read has none of the shapes. */
function hasShape(value: unknown, test: (shape: Shape) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return test(value as Shape);
  } catch {
    return false;
  }
}
