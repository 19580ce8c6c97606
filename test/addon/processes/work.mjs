// What the programs of this folder have in common: the transforms that were built for the tests, and columns for them.
import { makeData, makeVector, Utf8 } from 'apache-arrow';

export const { redact, maskEmail, narrow, toDevice } = await import(
  new URL('../../.build/index.js', import.meta.url).href
);

/** A text column of one value over and over, in memory of its own. */
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

/** Throws unless this is the result of `redact` over `people`. */
export function check(result, rows, expected = 'L Ada') {
  for (const row of [0, rows >> 1, rows - 1]) {
    if (result.length !== rows || result.get(row) !== expected) {
      throw new Error(`Row ${row} of ${result.length} is ${JSON.stringify(result.get(row))}, not ${expected}`);
    }
  }
}
