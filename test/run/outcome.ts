import { createHash } from 'node:crypto';
import { RowfuseError } from '@rowfuse/runtime';
import type { Data, Table, Vector } from 'apache-arrow';

/** The result of a call in a comparable form: the exact bytes of each row, or the error. */
export type Outcome =
  | { readonly columns: Readonly<Record<string, readonly (string | null)[]>>; readonly nullCounts: readonly number[] }
  | { readonly code: string; readonly message: string };

export function outcomeOf(result: Vector | Table): Outcome {
  const columns = 'schema' in result ? result.schema.fields.map(({ name }) => name) : ['result'];
  const vectors = columns.map((_, index) => ('schema' in result ? result.getChildAt(index) : result));
  return {
    columns: Object.fromEntries(
      columns.map((name, index) => [`${index}:${name}`, vectors[index]?.data.flatMap(rowsOf) ?? []]),
    ),
    nullCounts: vectors.map((vector) => vector?.nullCount ?? -1),
  };
}

export function failureOf(error: unknown): Outcome {
  if (!(error instanceof RowfuseError)) throw error;
  return { code: error.code, message: error.message };
}

/** The hex of a row's bytes, or a digest of long text. NaN is one value, whatever its payload. */
function rowsOf(data: Data): (string | null)[] {
  return Array.from({ length: data.length }, (_, row) => cellOf(data, row));
}

function cellOf(data: Data, row: number): string | null {
  if (!isNull(data, row)) return rowOf(data, row);
  // Fields below a null struct are compared as well.
  return data.children.length > 0 && !data.valueOffsets ? `null ${rowOf(data, row)}` : null;
}

function isNull({ nullBitmap, offset, nullCount }: Data, row: number): boolean {
  if (nullCount === 0 || !nullBitmap || nullBitmap.length === 0) return false;
  const bit = offset + row;
  return (((nullBitmap[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 0;
}

function rowOf(data: Data, row: number): string {
  const { values, valueOffsets, offset, type, children } = data;
  if (valueOffsets && valueOffsets.length > 0) {
    const [first, begin, end] = [valueOffsets[0], valueOffsets[row], valueOffsets[row + 1]].map(Number);
    if (first !== 0) throw new Error(`Offsets of a result start at ${first}, not at 0`);
    const [elements] = children;
    if (!elements) return hex(values.subarray(begin, end));
    const places = Array.from({ length: (end ?? 0) - (begin ?? 0) }, (_, index) => (begin ?? 0) + index);
    return `[${places.map((place) => cellOf(elements, place) ?? 'null').join(', ')}]`;
  }
  if (children.length > 0) return `{ ${children.map((child) => cellOf(child, row) ?? 'null').join(', ')} }`;
  const isBool = type.toString() === 'Bool';
  if (isBool) return String(((values[(offset + row) >> 3] ?? 0) >> ((offset + row) & 7)) & 1);
  if (Number.isNaN(values[row])) return 'NaN';
  const { BYTES_PER_ELEMENT: width } = values;
  return hex(new Uint8Array(values.buffer, values.byteOffset + row * width, width));
}

/** A string holds at most 2^29 characters, and a row may write more bytes. */
const longestHex = 2 ** 20;

function hex(bytes: Uint8Array): string {
  if (bytes.length > longestHex)
    return `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
