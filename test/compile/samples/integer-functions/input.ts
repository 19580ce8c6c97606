import { int32, int64, transform, uint16, uint64, utf8 } from 'rowfuse';

const mask = (1 << 12) - 1;

/** Integers all the way: quotients that are rounded, a hash modulo 2^32, fields of bits, shifts of 64 bits. */
export const integerFunctions = transform({
  input: { n: uint16, key: utf8, id: int64, bits: uint64 },
  output: { digits: int32, hash: int32, clamped: int32, half: int32, field: int64, sequence: uint64, root: int32 },
  row({ n, key, id, bits }) {
    let digits = 0;
    for (let rest = n; rest > 0; rest = Math.floor(rest / 10)) digits += rest % 10;
    let hash = 7;
    for (let i = 0; i < key.length; i++) hash = (hash * 31 + key.charCodeAt(i)) | 0;
    return {
      digits,
      hash,
      clamped: Math.max(1, Math.min(n, 1000)),
      half: ((n - 500) / 2) | 0,
      field: (id >> 22n) & BigInt(mask),
      sequence: (bits << 8n) & 0xffff00n,
      root: Math.trunc(Math.sqrt(n)),
    };
  },
});
