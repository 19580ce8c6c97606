import { Dictionary, Int8, Int32, LargeUtf8, makeData, makeVector, Utf8, Utf8View, type Vector } from 'apache-arrow';

const encoder = new TextEncoder();
const filler = encoder.encode('\u{1f600}?');

/** Makes a text column without Arrow's builders. Bytes under nulls are not UTF-8, and offsets start past 0. */
export function utf8Vector(values: readonly (string | null)[]): Vector<Utf8> {
  const { bytes, offsets, nullBitmap, nullCount } = layOut(values);
  return makeVector(
    makeData({
      type: new Utf8(),
      length: values.length,
      nullCount,
      nullBitmap,
      valueOffsets: Int32Array.from(offsets),
      data: bytes,
    }),
  );
}

export function largeUtf8Vector(values: readonly (string | null)[]): Vector<LargeUtf8> {
  const { bytes, offsets, nullBitmap, nullCount } = layOut(values);
  return makeVector(
    makeData({
      type: new LargeUtf8(),
      length: values.length,
      nullCount,
      nullBitmap,
      valueOffsets: BigInt64Array.from(offsets, BigInt),
      data: bytes,
    }),
  );
}

/** Long values lie in two buffers in turn. */
export function utf8ViewVector(values: readonly (string | null)[]): Vector<Utf8View> {
  const views = new Uint8Array(values.length * 16);
  const view = new DataView(views.buffer);
  const buffers: number[][] = [[1, 2, 3], []];
  values.forEach((value, row) => {
    const bytes = value === null ? Uint8Array.of(0xff, 0xff, 0xff) : encoder.encode(value);
    view.setInt32(row * 16, bytes.length, true);
    views.set(bytes.subarray(0, bytes.length <= 12 ? 12 : 4), row * 16 + 4);
    if (bytes.length <= 12) return;
    const buffer = buffers[row % 2] ?? [];
    view.setInt32(row * 16 + 8, row % 2, true);
    view.setInt32(row * 16 + 12, buffer.length, true);
    buffer.push(...bytes);
  });
  const { nullBitmap } = layOut(values);
  return makeVector(
    makeData({
      type: new Utf8View(),
      length: values.length,
      nullBitmap,
      views,
      variadicBuffers: buffers.map((bytes) => Uint8Array.from(bytes)),
    }),
  );
}

/** Makes a dictionary with an entry that no row uses. With `nullEntry`, nulls are entries of the dictionary. */
export function dictionaryVector(
  values: readonly (string | null)[],
  options: { readonly entries?: (values: readonly (string | null)[]) => Vector; readonly nullEntry?: boolean } = {},
): Vector<Dictionary<Utf8>> {
  const { entries = utf8Vector, nullEntry = false } = options;
  const distinct = ['not used', ...new Set(values.filter((value) => nullEntry || value !== null))];
  const numbers = new Map(distinct.map((value, index) => [value, index]));
  const indices = values.map((value) => numbers.get(value) ?? 99);
  const small = distinct.length < 100;
  return makeVector(
    makeData({
      type: new Dictionary(new Utf8(), small ? new Int8() : new Int32()) as Dictionary<Utf8>,
      length: values.length,
      ...(!nullEntry && { nullBitmap: layOut(values).nullBitmap }),
      data: (small ? Int8Array.from(indices) : Int32Array.from(indices)) as Int32Array,
      dictionary: entries(distinct) as Vector<Utf8>,
    }),
  );
}

function layOut(values: readonly (string | null)[]) {
  const parts = values.map((value) => (value === null ? Uint8Array.of(0xc3, 0xff) : encoder.encode(value)));
  const offsets = [filler.length];
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.length);
  const bytes = new Uint8Array((offsets.at(-1) ?? 0) + 5);
  bytes.set(filler);
  parts.forEach((part, row) => {
    bytes.set(part, offsets[row]);
  });
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8) + 1);
  values.forEach((value, row) => {
    if (value !== null) nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return { bytes, offsets, nullBitmap, nullCount: values.filter((value) => value === null).length };
}

/** Reads a text vector without Arrow's `get`, which drops a leading U+FEFF. */
export function textsOf(vector: Vector): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return vector.data.flatMap((data) =>
    Array.from({ length: data.length }, (_, row) =>
      data.getValid(row)
        ? decoder.decode(data.values.subarray(data.valueOffsets[row], data.valueOffsets[row + 1]))
        : null,
    ),
  );
}
