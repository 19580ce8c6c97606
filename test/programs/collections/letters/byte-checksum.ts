import { int32, struct, transform, utf8 } from 'rowfuse';

/** Computes the Fletcher-16 checksum of the UTF-8 bytes of a text, and how many different bytes it has. */
export const byteChecksum = transform({
  input: { text: utf8 },
  output: struct({ checksum: int32, bytes: int32, distinct: int32 }),
  row({ text }) {
    const bytes = new TextEncoder().encode(text);
    const seen = new Uint8Array(256);
    let a = 0;
    let b = 0;
    for (const byte of bytes) {
      a = (a + byte) % 255;
      b = (b + a) % 255;
      seen[byte] = 1;
    }
    const distinct = seen.reduce((sum, flag) => sum + flag, 0);
    return { checksum: (b << 8) | a, bytes: bytes.length, distinct };
  },
});
