import { type Data, Dictionary, Int32, LargeUtf8, makeData, Type, Utf8, Utf8View, Vector } from 'apache-arrow';
import type { Choices } from '../fuzz/random-choices.js';

/** A chunk of a column as a plain object, of which every part can be anything: rowfuse recognizes Arrow objects by their shape. */
export interface LooseData {
  type: unknown;
  length: unknown;
  offset: unknown;
  nullCount: unknown;
  values: unknown;
  valueOffsets: unknown;
  nullBitmap: unknown;
  children: LooseData[];
  dictionary?: LooseVector | undefined;
  variadicBuffers?: unknown;
}

export interface LooseVector {
  type: unknown;
  data: LooseData[];
}

/** Copies a vector, memory included. */
export function loosen(vector: Vector): LooseVector {
  return { type: vector.type, data: vector.data.map(looseData) };
}

function looseData(data: Data): LooseData {
  const { type, length, offset, nullCount, values, valueOffsets, nullBitmap, children, dictionary, variadicBuffers } =
    data;
  return {
    type,
    length,
    offset,
    nullCount,
    values: copy(values),
    valueOffsets: copy(valueOffsets),
    nullBitmap: copy(nullBitmap),
    children: children.map((child) => looseData(child as Data)),
    dictionary: dictionary && loosen(dictionary),
    ...(variadicBuffers && { variadicBuffers: variadicBuffers.map(copy) }),
  };
}

function copy(view: unknown): unknown {
  return ArrayBuffer.isView(view) ? (view as Uint8Array).slice() : view;
}

/** Returns a column of text in another layout that `utf8` takes; any other column unchanged. */
export function inSomeLayout(vector: Vector, choices: Choices): Vector {
  if (vector.type.typeId !== Type.Utf8) return vector;
  const convert = choices.pick([largeText, viewedText, numberedText, undefined, undefined]);
  if (convert === undefined) return vector;
  const [first, ...others] = vector.data.map((data) => convert(data as Data<Utf8>));
  if (first === undefined) return vector;
  return new Vector([first, ...others]);
}

function nullsOf(data: Data) {
  const valid = Array.from({ length: data.length }, (_, row) => data.getValid(row));
  if (valid.every(Boolean)) return { nullCount: 0 };
  const nullBitmap = new Uint8Array((data.length + 7) >> 3);
  for (const [row, one] of valid.entries())
    if (one) nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  return { nullBitmap, nullCount: valid.filter((one) => !one).length };
}

function largeText(data: Data<Utf8>): Data {
  const { length, values } = data;
  const valueOffsets = BigInt64Array.from(data.valueOffsets, BigInt);
  return makeData({ type: new LargeUtf8(), length, valueOffsets, data: values, ...nullsOf(data) });
}

function viewedText(data: Data<Utf8>): Data {
  const { length, values, valueOffsets } = data;
  const views = new Uint8Array(16 * length);
  const view = new DataView(views.buffer);
  for (let row = 0; row < length; row += 1) {
    const [begin = 0, end = 0] = [valueOffsets[row], valueOffsets[row + 1]];
    view.setInt32(16 * row, end - begin, true);
    if (end - begin <= 12) views.set(values.subarray(begin, end), 16 * row + 4);
    else {
      views.set(values.subarray(begin, begin + 4), 16 * row + 4);
      view.setInt32(16 * row + 12, begin, true);
    }
  }
  return makeData({ type: new Utf8View(), length, views, variadicBuffers: [values.slice()], ...nullsOf(data) });
}

/** Each row has its own entry. */
function numberedText(data: Data<Utf8>): Data {
  const { length, values, valueOffsets } = data;
  const entries = makeData({ type: new Utf8(), length, valueOffsets, data: values, nullCount: 0 });
  const dictionary = new Vector<Utf8>([entries]);
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    length,
    data: Int32Array.from({ length }, (_, row) => row),
    dictionary,
    ...nullsOf(data),
  });
}
