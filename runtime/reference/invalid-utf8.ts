/**
 * Returns the first byte that no UTF-8 sequence can have at its place, or -1 (The Unicode Standard, table 3-7: well-formed UTF-8 byte
 * sequences). A sequence that the end cuts short is invalid at its first byte.
 */
export function firstInvalidByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceLength(bytes, at);
    if (size === 0) return at;
    at += size;
  }
  return -1;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Overlong forms, surrogates and code points past U+10FFFF all show in the second byte.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let index = 2; index < size; index += 1) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}
