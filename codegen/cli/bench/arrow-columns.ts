import { createHash } from 'node:crypto';
import { type Data, type Table, Type, Vector } from 'apache-arrow';

/** Returns the columns of a result by name. A `Vector` is one column with an empty name. */
export function columnsOf(result: Table | Vector): ReadonlyMap<string, Vector> {
  if (result instanceof Vector) return new Map([['', result]]);
  const columns = new Map<string, Vector>();
  for (const { name } of result.schema.fields) {
    const column = result.getChild(name);
    if (column !== null) columns.set(name, column);
  }
  return columns;
}

/** Returns the bytes of a column's rows: values, offsets, and validity if there are nulls. A slice counts only its own rows. */
export function bytesOf(column: Vector): number {
  return column.data.reduce((sum, chunk) => sum + bytesOfChunk(chunk), 0);
}

function bytesOfChunk(chunk: Data): number {
  const { length } = chunk;
  const validity = chunk.nullCount > 0 ? Math.ceil(length / 8) : 0;
  const { offsets } = buffersOf(chunk);
  const elements = childrenOf(chunk).reduce((sum, child) => sum + bytesOfChunk(child), 0);
  if (chunk.typeId === Type.Struct) return validity + elements;
  if (chunk.typeId === Type.List) return validity + 4 * (length + 1) + elements;
  if (offsets !== undefined) {
    const values = Number(offsets[length] ?? 0) - Number(offsets[0] ?? 0);
    return validity + offsets.BYTES_PER_ELEMENT * (length + 1) + values;
  }
  if (chunk.typeId === Type.Bool) return validity + Math.ceil(length / 8);
  return validity + length * (buffersOf(chunk).values?.BYTES_PER_ELEMENT ?? 0);
}

/** Returns the elements of a list's rows, or the fields of a struct. */
function childrenOf(chunk: Data): readonly Data[] {
  const { offsets } = buffersOf(chunk);
  const [from, to] = offsets === undefined ? [0, chunk.length] : [Number(offsets[0]), Number(offsets[chunk.length])];
  return chunk.children.map((child) => child.slice(from, to - from));
}

interface Buffers {
  readonly values: (ArrayBufferView & { readonly BYTES_PER_ELEMENT: number }) | undefined;
  readonly offsets: Int32Array | BigInt64Array | undefined;
}

/** Arrow's types claim that every layout has these buffers; they are `undefined` or `null` if it does not. */
function buffersOf(chunk: Data): Buffers {
  const { values, valueOffsets } = chunk as unknown as {
    values: Buffers['values'] | null;
    valueOffsets: Buffers['offsets'] | null;
  };
  return { values: values ?? undefined, offsets: valueOffsets ?? undefined };
}

/** Returns a short digest of a result, which is the same however the result is divided into chunks. */
export function digestOf(result: Table | Vector): string {
  const hash = createHash('sha256');
  const add = (name: string, chunks: readonly Data[]): void => {
    hash.update(`${name}:${chunks.reduce((sum, { length }) => sum + length, 0)}:`);
    for (const part of ['lengths', 'values', 'nulls'] as const) {
      for (const chunk of chunks) hash.update(bytesFor(part, chunk));
    }
    const children = chunks.map(childrenOf);
    for (const place of children[0]?.keys() ?? [])
      add(
        `${name}.${place}`,
        children.flatMap((parts) => parts.slice(place, place + 1)),
      );
  };
  for (const [name, column] of columnsOf(result)) add(name, column.data);
  return hash.digest('hex').slice(0, 16);
}

function bytesFor(part: 'lengths' | 'values' | 'nulls', chunk: Data): Uint8Array {
  const { length } = chunk;
  const { offsets, values } = buffersOf(chunk);
  if (part === 'nulls') return chunk.nullCount > 0 ? flags(length, (row) => chunk.getValid(row)) : new Uint8Array(0);
  if (part === 'lengths') {
    if (offsets === undefined) return new Uint8Array(0);
    const lengths = new Uint32Array(length);
    for (let row = 0; row < length; row += 1) lengths[row] = Number(offsets[row + 1] ?? 0) - Number(offsets[row] ?? 0);
    return new Uint8Array(lengths.buffer);
  }
  if (values === undefined) return new Uint8Array(0);
  if (chunk.typeId === Type.Bool) {
    const bits = values as Uint8Array;
    return flags(length, (row) => (((bits[(chunk.offset + row) >>> 3] ?? 0) >>> ((chunk.offset + row) & 7)) & 1) === 1);
  }
  const width = values.BYTES_PER_ELEMENT;
  const [from, to] =
    offsets === undefined ? [0, length * width] : [Number(offsets[0] ?? 0), Number(offsets[length] ?? 0)];
  return new Uint8Array(values.buffer, values.byteOffset + from, to - from);
}

function flags(length: number, flag: (row: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let row = 0; row < length; row += 1) bytes[row] = flag(row) ? 1 : 0;
  return bytes;
}
