/** The default separator. */
const newline = '\n';

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Returns the bytes of a row without its end, if it has one: a newline, with one `\r` before it, or another separator. */
export function withoutLineEnd(row: Uint8Array, separator: string): Uint8Array {
  if (separator === newline) {
    if (row.at(-1) !== lineFeed) return row;
    return row.subarray(0, row.length - (row.at(-2) === carriageReturn ? 2 : 1));
  }
  const end = separatorBytes(separator);
  const text = row.length - end.length;
  return text >= 0 && end.compare(row, text) === 0 ? row.subarray(0, text) : row;
}

const known = new Map<string, Buffer>();

/** Returns the bytes of a separator. */
export function separatorBytes(separator: string): Buffer {
  const bytes = known.get(separator) ?? Buffer.from(separator);
  known.set(separator, bytes);
  return bytes;
}
