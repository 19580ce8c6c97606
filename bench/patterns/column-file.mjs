// A column of strings as two files: the bytes, and the offsets of the rows in them as integers of 32 bits. Arrow has it like this.
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';

const block = 8192;

/** Writes rows from a source, if the files do not exist. */
export function writeColumn(path, source, rows) {
  if (existsSync(`${path}.offsets`)) return;
  const offsets = new Int32Array(rows + 1);
  const file = openSync(`${path}.data`, 'w');
  for (let from = 0; from < rows; from += block) {
    const values = Array.from({ length: Math.min(block, rows - from) }, source);
    values.forEach((value, index) => {
      offsets[from + index + 1] = offsets[from + index] + Buffer.byteLength(value);
    });
    writeSync(file, Buffer.from(values.join('')));
  }
  closeSync(file);
  writeFileSync(`${path}.offsets`, new Uint8Array(offsets.buffer));
}

/** Returns the bytes and the offsets of a column. */
export function readColumn(path) {
  const data = new Uint8Array(statSync(`${path}.data`).size);
  const file = openSync(`${path}.data`, 'r');
  for (let at = 0; at < data.length; ) at += readSync(file, data, at, Math.min(1 << 30, data.length - at), at);
  closeSync(file);
  const offsets = readFileSync(`${path}.offsets`);
  return { data, offsets: new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length / 4) };
}

/** Returns the decoded rows of a column, from one up to another. */
export function decoded({ data, offsets }, from, to) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  return Array.from({ length: to - from }, (_, index) =>
    bytes.utf8Slice(offsets[from + index], offsets[from + index + 1]),
  );
}

/** Writes a column as CSV without a header. Every row is in quotes. */
export function writeCsv(path, column) {
  const rows = column.offsets.length - 1;
  const file = openSync(path, 'w');
  for (let from = 0; from < rows; from += block) {
    const values = decoded(column, from, Math.min(rows, from + block));
    writeSync(file, values.map((value) => `"${value.replaceAll('"', '""')}"\n`).join(''));
  }
  closeSync(file);
}
