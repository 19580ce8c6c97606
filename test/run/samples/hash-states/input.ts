import { float64, int32, transform, uint32, utf8 } from 'rowfuse';

/** Hashes over the units of text, whose states lie within 32 bits, are asked for modulo 2^32, or are asked for whole. */
export const hashStates = transform({
  input: { s: utf8, t: utf8, n: int32, x: float64 },
  output: {
    multiplied: uint32,
    backward: uint32,
    shifted: int32,
    signed: float64,
    whole: float64,
    rounded: int32,
    checksum: uint32,
    table: uint32,
    past: int32,
    changing: int32,
    mirrored: int32,
    pairs: int32,
    points: int32,
    state: float64,
    either: float64,
  },
  row({ s, t, n, x }) {
    let multiplied = 0x811c9dc5;
    for (let i = 0; i < s.length; i++) multiplied = Math.imul(multiplied ^ s.charCodeAt(i), 0x01000193);
    let backward = 5381;
    for (let i = s.length - 1; i >= 0; i--) backward = ((backward * 33) ^ s.charCodeAt(i)) >>> 0;
    let shifted = n;
    for (let i = 0; s.length > i; i += 2) {
      shifted += s.charCodeAt(i);
      shifted += shifted << 10;
      shifted ^= shifted >>> 6;
    }
    // More than 32 bits of it are asked for, so it stays a double.
    let signed = 0x811c9dc5;
    for (let i = 0; i < t.length; i++) signed = Math.imul(signed, 31) ^ t.charCodeAt(i);
    let whole = 0x9747b28c;
    for (let i = 0; i < t.length; i++) whole = (Math.imul(whole, 5) + t.charCodeAt(i)) >>> 0;
    // Its products are rounded.
    let rounded = 1;
    for (let i = 0; i < s.length; i++) rounded = ((rounded * 0x5bd1e995) ^ s.charCodeAt(i)) >>> 0;
    let a = 1;
    let b = 0;
    for (let i = 0; i < s.length; i++) {
      a = (a + s.charCodeAt(i)) % 65521;
      b = (b + a) % 65521;
    }
    let crc = -1;
    for (const c of t) {
      crc ^= c.charCodeAt(0) & 255;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    // Outside the text the code is NaN.
    let past = 0;
    for (let i = -1; i <= s.length; i++) past = (past * 31 + s.charCodeAt(i)) | 0;
    let text = s;
    let changing = 0;
    for (let i = 0; i < text.length; i++) {
      if (i === 2) text = t;
      changing = (changing * 31 + text.charCodeAt(i)) | 0;
    }
    let mirrored = 0;
    for (let i = 0; i < s.length; i++) mirrored = (mirrored * 7 + s.charCodeAt(s.length - 1 - i) - s.charCodeAt(i)) | 0;
    let pairs = 0;
    let low = 0;
    let high = t.length - 1;
    while (low < high) {
      pairs += t.charCodeAt(low) === t.charCodeAt(high) ? 1 : 0;
      pairs += low + 1 < t.length ? t.charCodeAt(low + 1) & 3 : 5;
      low++;
      high--;
    }
    let points = 0;
    for (const c of s) points = (points * 17 + c.charCodeAt(0) + (c.length > 1 ? c.charCodeAt(1) : 0)) | 0;
    let state = x > 0 ? 0xffffffff : 7;
    for (let i = 0; i < 4; i++) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let either = 0;
    for (let i = 0; i < s.length && i < t.length; i++)
      either = (s.charCodeAt(i) < t.charCodeAt(i) ? either ^ 0x80000000 : either + (i << 28)) >>> 0;
    return {
      multiplied: multiplied >>> 0,
      backward,
      shifted: shifted | 0,
      signed,
      whole: whole / 3,
      rounded: rounded | 0,
      checksum: ((b << 16) | a) >>> 0,
      table: ~crc >>> 0,
      past,
      changing,
      mirrored,
      pairs,
      points,
      state: state % 1000,
      either,
    };
  },
});
