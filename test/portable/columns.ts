import {
  type DataType,
  Dictionary,
  Field,
  Int32,
  Int64,
  LargeUtf8,
  List,
  makeData,
  makeVector,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { text } from '../addon/columns.js';

/** Returns numbers of 64 bits as the file has them, lower halves first. */
export function halves(numbers: readonly number[]): readonly number[] {
  return [...new Int32Array(BigInt64Array.from(numbers.map(BigInt)).buffer)];
}

/** Returns validity bits; all values are valid if nothing is given. */
export function nullsOf(present: readonly boolean[]) {
  if (present.length === 0) return { nullCount: 0 };
  const nullBitmap = new Uint8Array((present.length >> 3) + 1);
  for (const [at, is] of present.entries()) if (is) nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7));
  return { nullCount: present.filter((is) => !is).length, nullBitmap };
}

/** Returns text with offsets of 64 bits: those of the values, or the given ones. */
export function largeElements(
  values: readonly string[],
  present: readonly boolean[] = [],
  offsets: readonly number[] = [0, ...values.map((_, at) => Buffer.byteLength(values.slice(0, at + 1).join('')))],
): Vector {
  return makeVector(
    makeData({
      type: new LargeUtf8(),
      length: values.length,
      valueOffsets: BigInt64Array.from(offsets.map(BigInt)),
      data: new TextEncoder().encode(values.join('')),
      ...nullsOf(present),
    }),
  );
}

/** Returns a dictionary column with the given indices, valid or not. */
export function dictionaryOf(
  entries: readonly (string | null)[],
  indices: readonly number[],
  present: readonly boolean[] = [],
): Vector {
  return makeVector(
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length: indices.length,
      data: Int32Array.from(indices),
      dictionary: text(entries) as Vector<Utf8>,
      ...nullsOf(present),
    }),
  );
}

export function structOf(fields: Record<string, Vector>): Vector {
  const [first] = Object.values(fields);
  return makeVector(
    makeData({
      type: new Struct(Object.entries(fields).map(([name, { type }]) => new Field(name, type, true))),
      length: first?.length ?? 0,
      nullCount: 0,
      children: Object.values(fields).flatMap(({ data }) => data),
    }),
  );
}

/** Lists of lists of numbers and of text. */
export function nestedInput(rows: readonly number[]): Record<string, Vector> {
  const nested = (type: DataType) => new List(new Field('item', new List(new Field('item', type, true)), true));
  return {
    rows: vectorFromArray(
      rows.map((row) => [[BigInt(row)], [], [1n, 2n]].slice(0, row % 4)),
      nested(new Int64()),
    ),
    tags: vectorFromArray(
      rows.map((row) => (row % 5 === 0 ? null : [[`${row}`, 'a'], []])),
      nested(new Utf8()),
    ),
    id: vectorFromArray(rows, new Int32()),
  };
}
