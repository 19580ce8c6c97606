import { float64, hmacSha256, sha256, transform, utf8 } from 'rowfuse';

export const hashes = transform({
  input: { x: float64, s: utf8 },
  output: utf8,
  row({ x, s }) {
    const number = sha256(x as unknown as string); // RF1321
    const key = hmacSha256(null as unknown as string, s); // RF1321
    const further = (sha256 as (...args: string[]) => string)(s, s); // RF1203
    const value = sha256; // RF1203
    return s;
  },
});
