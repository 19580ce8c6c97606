import { type Data, DataType, Dictionary, Field, Int32, List, makeData, Struct, Utf8, Vector } from 'apache-arrow';
import { text } from '../addon/columns.js';

/** Returns the columns with one dictionary for all chunks of each, at any depth, as a file has it: the entries of all, concatenated. */
export function joinedDictionaries(columns: Record<string, Vector>): Record<string, Vector> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { data }]) => [name, new Vector(joined(data) as Data[])] as const),
  );
}

function joined(chunks: readonly Data[]): readonly Data[] {
  const [first] = chunks;
  if (first === undefined) return chunks;
  if (DataType.isDictionary(first.type)) return joinedEntries(chunks);
  const children = first.children.map((_, place) => joined(chunks.map((chunk) => chunk.children[place] as Data)));
  const fields = children.map((child, place) => {
    const { name, nullable } = first.type.children[place] as Field;
    return new Field(name, (child[0] as Data).type, nullable);
  });
  if (fields.length === 0) return chunks;
  const type = DataType.isList(first.type) ? new List(fields[0] as Field) : new Struct(fields);
  return chunks.map((chunk, at) => {
    const { offset, length, nullCount, buffers } = chunk;
    const parts = children.map((child) => child[at] as Data);
    return chunk.clone(type as DataType, offset, length, nullCount, buffers, parts);
  });
}

function joinedEntries(chunks: readonly Data[]): readonly Data[] {
  const entries = chunks.map(({ dictionary }) => [...(dictionary ?? [])] as (string | null)[]);
  const all = text(entries.flat()) as Vector<Utf8>;
  const type = new Dictionary(new Utf8(), new Int32());
  let before = 0;
  return chunks.map(({ offset, length, nullCount, nullBitmap, values }, at) => {
    const shift = before;
    before += entries[at]?.length ?? 0;
    const data = Int32Array.from(values.subarray(0, length) as ArrayLike<number>, (index) => index + shift);
    return makeData({ type, offset, length, nullCount, ...(nullBitmap && { nullBitmap }), data, dictionary: all });
  });
}
