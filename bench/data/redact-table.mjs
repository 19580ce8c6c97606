// The redact benchmark's table: any number of rows, the same bytes for the same seed, straight into Arrow buffers.
// redact_table.hpp is the same generator in C++; README.md says where the names come from.
import { readFileSync } from 'node:fs';

/** First names, and last names, in the table. A power of two, so that hash bits pick one. */
const NAMES = 2048;
/** Bytes between two names in the flat lists below; no name is longer. */
const STRIDE = 16;
export const DEFAULT_SEED = 20221;

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p r s sh st t th tr v w z'.split(' ');
const VOWELS = 'a e i o u ae ai ea ia ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 'm'];

/** A 32-bit integer hash (the "lowbias32" constants found by Chris Wellons's hash prospector, 2018). */
export function mix(value) {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function syllableName(number, seed) {
  let state = mix(number ^ Math.imul(seed, 0x9e3779b9));
  const pick = (list) => {
    state = mix(state + 0x6d2b79f5);
    return list[state % list.length];
  };
  const count = 2 + (mix(state) % 12 === 0 ? 1 : 0);
  let name = '';
  for (let syllable = 0; syllable < count; syllable++) name += pick(ONSETS) + pick(VOWELS);
  name += pick(CODAS);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The names of one column of the source file, then syllable names: as text, in order. */
function nameList(seed, column) {
  const source = readFileSync(new URL('./names.csv', import.meta.url), 'utf8');
  const names = [];
  for (const line of source.split('\n')) {
    if (line !== '') names.push(line.split(',')[0].split(' ')[column]);
  }
  for (let number = names.length; number < NAMES; number++) {
    names.push(syllableName(number * 2 + column, seed));
  }
  return names;
}

function flatten(names) {
  const bytes = new Uint8Array(NAMES * STRIDE);
  const sizes = new Uint8Array(NAMES);
  const encoder = new TextEncoder();
  names.forEach((name, index) => {
    const { read, written } = encoder.encodeInto(name, bytes.subarray(index * STRIDE, (index + 1) * STRIDE));
    if (read !== name.length)
      throw new Error(`'${name}' is longer than ${STRIDE} bytes: raise STRIDE in both generators`);
    sizes[index] = written;
  });
  return { bytes, sizes };
}

const PUBLIC = new TextEncoder().encode('public');
const PRIVATE = new TextEncoder().encode('private');

/** Bytes of the two value buffers of `rows` rows: what `redactTable` allocates. */
function measure(rows, seed, first, last) {
  let nameBytes = 0;
  let visibilityBytes = 0;
  for (let row = 0; row < rows; row++) {
    const hash = mix(row ^ seed);
    nameBytes += first.sizes[hash & (NAMES - 1)] + 1 + last.sizes[(hash >>> 11) & (NAMES - 1)];
    visibilityBytes += 7 - ((hash >>> 22) & 1);
  }
  return { nameBytes, visibilityBytes };
}

/**
 * `rows` rows as Arrow buffers: offsets start at 0 and have `rows + 1` entries.
 * @param {number} rows
 * @param {{ seed?: number, shared?: boolean }} [options] `shared`: the buffers are SharedArrayBuffers
 */
export function redactTable(rows, { seed = DEFAULT_SEED, shared = false } = {}) {
  const first = flatten(nameList(seed, 0));
  const last = flatten(nameList(seed, 1));
  const { nameBytes, visibilityBytes } = measure(rows, seed, first, last);
  const allocate = (bytes) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  const name = { offsets: new Int32Array(allocate((rows + 1) * 4)), data: new Uint8Array(allocate(nameBytes)) };
  const visibility = {
    offsets: new Int32Array(allocate((rows + 1) * 4)),
    data: new Uint8Array(allocate(visibilityBytes)),
  };
  const names = name.data;
  const visibilities = visibility.data;
  let at = 0;
  let visibilityAt = 0;
  for (let row = 0; row < rows; row++) {
    const hash = mix(row ^ seed);
    const firstIndex = hash & (NAMES - 1);
    const lastIndex = (hash >>> 11) & (NAMES - 1);
    let from = firstIndex * STRIDE;
    let end = from + first.sizes[firstIndex];
    while (from < end) names[at++] = first.bytes[from++];
    names[at++] = 0x20;
    from = lastIndex * STRIDE;
    end = from + last.sizes[lastIndex];
    while (from < end) names[at++] = last.bytes[from++];
    name.offsets[row + 1] = at;
    const text = (hash >>> 22) & 1 ? PUBLIC : PRIVATE;
    for (let index = 0; index < text.length; index++) visibilities[visibilityAt++] = text[index];
    visibility.offsets[row + 1] = visibilityAt;
  }
  return { rows, name, visibility };
}

/** The same rows as an apache-arrow Table, without a copy. `arrow` is the imported module. */
export function arrowTable(arrow, { rows, name, visibility }) {
  const vector = ({ offsets, data }) =>
    arrow.makeVector(
      arrow.makeData({ type: new arrow.Utf8(), length: rows, nullCount: 0, valueOffsets: offsets, data }),
    );
  const columns = { name: vector(name), visibility: vector(visibility) };
  const fields = Object.keys(columns).map((key) => new arrow.Field(key, new arrow.Utf8(), false));
  const children = Object.values(columns).map((column) => column.data[0]);
  const schema = new arrow.Schema(fields);
  const data = arrow.makeData({ type: new arrow.Struct(fields), length: rows, nullCount: 0, children });
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]);
}
