// Columns for the programs of this folder.
import { makeData, makeVector, Utf8 } from 'apache-arrow';

/** Returns a text column that repeats one value, in its own memory. */
export function repeated(value, length) {
  const bytes = Buffer.from(value);
  const data = new Uint8Array(bytes.length * length);
  data.set(bytes);
  for (let filled = bytes.length; filled < data.length; filled *= 2) data.copyWithin(filled, 0, filled);
  const valueOffsets = new Int32Array(length + 1).map((_, row) => row * bytes.length);
  return makeVector(makeData({ type: new Utf8(), length, data, valueOffsets }));
}

/** Input of `redact`. */
export function people(rows, visibility = 'public') {
  return { name: repeated('Ada Lovelace', rows), visibility: repeated(visibility, rows) };
}
