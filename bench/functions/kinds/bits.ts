import { bool, int32, transform, uint32, utf8 } from 'rowfuse';

export const popCount = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = n;
    let count = 0;
    while (rest !== 0) {
      rest &= rest - 1;
      count++;
    }
    return count;
  },
});

export const popCountParallel = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let v = n - ((n >>> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  },
});

export const reverseBits = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let rest = n;
    let result = 0;
    for (let i = 0; i < 32; i++) {
      result = (result << 1) | (rest & 1);
      rest >>>= 1;
    }
    return result >>> 0;
  },
});

export const rotateLeft = transform({
  input: { n: int32, small: int32 },
  output: uint32,
  row: ({ n, small }) => ((n << (small & 31)) | (n >>> (32 - (small & 31)))) >>> 0,
});

export const swapBytes = transform({
  input: { n: int32 },
  output: uint32,
  row: ({ n }) => ((n << 24) | ((n & 0xff00) << 8) | ((n >>> 8) & 0xff00) | (n >>> 24)) >>> 0,
});

export const grayCode = transform({
  input: { n: int32 },
  output: int32,
  row: ({ n }) => n ^ (n >> 1),
});

export const fromGrayCode = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let value = n;
    for (let shift = 16; shift > 0; shift >>= 1) value ^= value >> shift;
    return value;
  },
});

export const morton = transform({
  input: { n: int32, m: int32 },
  output: uint32,
  row({ n, m }) {
    const spread = (value: number) => {
      let v = value & 0xffff;
      v = (v | (v << 8)) & 0x00ff00ff;
      v = (v | (v << 4)) & 0x0f0f0f0f;
      v = (v | (v << 2)) & 0x33333333;
      return (v | (v << 1)) & 0x55555555;
    };
    return (spread(n) | (spread(m) << 1)) >>> 0;
  },
});

export const nextPowerOfTwo = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let v = n - 1;
    v |= v >>> 1;
    v |= v >>> 2;
    v |= v >>> 4;
    v |= v >>> 8;
    v |= v >>> 16;
    return (v + 1) >>> 0;
  },
});

export const highestBit = transform({
  input: { n: int32 },
  output: int32,
  row: ({ n }) => 31 - Math.clz32(n),
});

export const trailingZeros = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    if (n === 0) return 32;
    let rest = n;
    let zeros = 0;
    while ((rest & 1) === 0) {
      rest >>= 1;
      zeros++;
    }
    return zeros;
  },
});

export const parity = transform({
  input: { n: int32 },
  output: bool,
  row({ n }) {
    let v = n;
    v ^= v >>> 16;
    v ^= v >>> 8;
    v ^= v >>> 4;
    return ((0x6996 >>> (v & 15)) & 1) === 1;
  },
});

export const flagsText = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) =>
    (n & 4 ? 'r' : '-') + (n & 2 ? 'w' : '-') + (n & 1 ? 'x' : '-') + (n & 32 ? 'r' : '-') + (n & 16 ? 'w' : '-'),
});

export const xorShift = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let state = n | 1;
    for (let i = 0; i < 10; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
    }
    return state >>> 0;
  },
});

export const congruential = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let state = n;
    for (let i = 0; i < 10; i++) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  },
});

export const letterMask = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let mask = 0;
    for (let i = 0; i < text.length; i++) {
      const letter = text.charCodeAt(i) - 97;
      if (letter >= 0 && letter < 26) mask |= 1 << letter;
    }
    return mask;
  },
});

export const isPangramLike = transform({
  input: { text: utf8 },
  output: bool,
  row({ text }) {
    let mask = 0;
    for (const c of text.toLowerCase()) {
      const code = c.charCodeAt(0) - 97;
      if (code >= 0 && code < 26) mask |= 1 << code;
    }
    return mask === (1 << 26) - 1;
  },
});

export const hexToNumber = transform({
  input: { hex: utf8 },
  output: uint32,
  row({ hex }) {
    let value = 0;
    for (let i = 0; i < hex.length; i++) {
      const c = hex.charCodeAt(i);
      value = (value << 4) | (c <= 57 ? c - 48 : c - 87);
    }
    return value >>> 0;
  },
});

export const binaryToNumber = transform({
  input: { hex: utf8 },
  output: uint32,
  row({ hex }) {
    let value = 0;
    for (const c of hex) value = ((value << 1) | (c === '1' ? 1 : 0)) >>> 0;
    return value;
  },
});

export const luminance = transform({
  input: { n: int32 },
  output: int32,
  row: ({ n }) => (((n >> 16) & 255) * 77 + ((n >> 8) & 255) * 151 + (n & 255) * 28) >> 8,
});

export const hammingDistance = transform({
  input: { n: int32, m: int32 },
  output: int32,
  row({ n, m }) {
    let difference = n ^ m;
    let distance = 0;
    while (difference > 0) {
      distance += difference & 1;
      difference >>= 1;
    }
    return distance;
  },
});

export const bitsByTable = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    const counts = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    let count = 0;
    for (let shift = 0; shift < 32; shift += 4) count += counts[(n >>> shift) & 15] ?? 0;
    return count;
  },
});

export const isPowerOfTwo = transform({
  input: { n: int32 },
  output: bool,
  row: ({ n }) => n > 0 && (n & (n - 1)) === 0,
});

export const mixedHash = transform({
  input: { n: int32, m: int32 },
  output: uint32,
  row({ n, m }) {
    let h = Math.imul(n, 0xcc9e2d51);
    h = (h << 15) | (h >>> 17);
    h = Math.imul(h, 0x1b873593) ^ m;
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
    h ^= h >>> 16;
    h = Math.imul(h, 0x85ebca6b);
    return (h ^ (h >>> 13)) >>> 0;
  },
});

export const crc16 = transform({
  input: { hex: utf8 },
  output: int32,
  row({ hex }) {
    let crc = 0xffff;
    for (let i = 0; i < hex.length; i++) {
      crc ^= hex.charCodeAt(i) << 8;
      for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
    return crc;
  },
});
