/** A message of a valid stream or file: from `at` to `end`, with its metadata up to `body`. */
export interface MessageRange {
  readonly at: number;
  readonly body: number;
  readonly end: number;
}

/** Returns the messages of valid bytes in the order of the stream or file. */
export function messageRanges(bytes: Uint8Array): readonly MessageRange[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges: MessageRange[] = [];
  for (let at = bytes[0] === 0x41 ? 8 : 0; at + 8 <= bytes.length; ) {
    const isNew = view.getInt32(at, true) === -1;
    const begin = isNew ? at + 8 : at + 4;
    const length = view.getInt32(begin - 4, true);
    if (length === 0) break;
    const table = begin + view.getUint32(begin, true);
    const vtable = table - view.getInt32(table, true);
    const field = view.getUint16(vtable, true) > 10 ? view.getUint16(vtable + 10, true) : 0;
    const body = begin + length;
    const end = body + (field === 0 ? 0 : Number(view.getBigInt64(table + field, true)));
    ranges.push({ at, body, end });
    at = end;
  }
  return ranges;
}
