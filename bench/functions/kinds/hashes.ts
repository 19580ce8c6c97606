import { float64, int32, transform, uint32, utf8 } from 'rowfuse';

export const fnv1a = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
      hash ^= text.charCodeAt(i);
      hash = Math.imul(hash, 0x01000193);
    }
    return hash >>> 0;
  },
});

export const fnvByShifts = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
      hash ^= text.charCodeAt(i);
      hash += (hash << 1) + (hash << 4) + (hash << 7) + (hash << 8) + (hash << 24);
    }
    return hash >>> 0;
  },
});

export const djb2 = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 5381;
    for (let i = 0; i < text.length; i++) hash = (hash << 5) + hash + text.charCodeAt(i);
    return hash >>> 0;
  },
});

export const djb2Xor = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 5381;
    for (let i = text.length - 1; i >= 0; i--) hash = ((hash * 33) ^ text.charCodeAt(i)) >>> 0;
    return hash;
  },
});

export const javaHash = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
    return hash;
  },
});

export const sdbm = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = text.charCodeAt(i) + (hash << 6) + (hash << 16) - hash;
    return hash >>> 0;
  },
});

export const murmurLike = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 0x9747b28c;
    for (let i = 0; i < text.length; i++) {
      let k = Math.imul(text.charCodeAt(i), 0xcc9e2d51);
      k = (k << 15) | (k >>> 17);
      hash ^= Math.imul(k, 0x1b873593);
      hash = (hash << 13) | (hash >>> 19);
      hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
    }
    hash ^= text.length;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  },
});

export const jenkins = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash += text.charCodeAt(i);
      hash += hash << 10;
      hash ^= hash >>> 6;
    }
    hash += hash << 3;
    hash ^= hash >>> 11;
    hash += hash << 15;
    return hash >>> 0;
  },
});

export const adler32 = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let a = 1;
    let b = 0;
    for (let i = 0; i < text.length; i++) {
      a = (a + text.charCodeAt(i)) % 65521;
      b = (b + a) % 65521;
    }
    return ((b << 16) | a) >>> 0;
  },
});

export const crc32 = transform({
  input: { text: utf8 },
  output: uint32,
  row({ text }) {
    let crc = -1;
    for (let i = 0; i < text.length; i++) {
      crc ^= text.charCodeAt(i) & 255;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
  },
});

export const fletcher16 = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let a = 0;
    let b = 0;
    for (const c of text) {
      a = (a + c.charCodeAt(0)) % 255;
      b = (b + a) % 255;
    }
    return b * 256 + a;
  },
});

export const polynomialHash = transform({
  input: { text: utf8 },
  output: float64,
  row({ text }) {
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (hash * 257 + text.charCodeAt(i)) % 1_000_000_007;
    return hash;
  },
});

export const xorChecksum = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum ^= text.charCodeAt(i);
    return sum;
  },
});

export const shardOf = transform({
  input: { email: utf8 },
  output: int32,
  row({ email }) {
    const lower = email.toLowerCase();
    let hash = 0;
    for (let i = 0; i < lower.length; i++) hash = (Math.imul(hash, 31) + lower.charCodeAt(i)) | 0;
    return Math.abs(hash) % 16;
  },
});

export const colorOfName = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    let hash = 0;
    for (let i = 0; i < name.length; i++) hash = name.charCodeAt(i) + ((hash << 5) - hash);
    return `#${((hash >>> 0) & 0xffffff).toString(16).padStart(6, '0')}`;
  },
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const toBase64 = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = 0; i < text.length; i += 3) {
      const a = text.charCodeAt(i) & 255;
      const b = i + 1 < text.length ? text.charCodeAt(i + 1) & 255 : 0;
      const c = i + 2 < text.length ? text.charCodeAt(i + 2) & 255 : 0;
      result += alphabet.charAt(a >> 2) + alphabet.charAt(((a & 3) << 4) | (b >> 4));
      result += i + 1 < text.length ? alphabet.charAt(((b & 15) << 2) | (c >> 6)) : '=';
      result += i + 2 < text.length ? alphabet.charAt(c & 63) : '=';
    }
    return result;
  },
});

export const fromBase64 = transform({
  input: { base64: utf8 },
  output: utf8,
  row({ base64 }) {
    let result = '';
    let bits = 0;
    let held = 0;
    for (let i = 0; i < base64.length; i++) {
      const value = alphabet.indexOf(base64.charAt(i));
      if (value < 0) break;
      held = (held << 6) | value;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        result += String.fromCharCode((held >> bits) & 127);
        held &= (1 << bits) - 1;
      }
    }
    return result;
  },
});

export const toHex = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = 0; i < text.length; i++) result += text.charCodeAt(i).toString(16).padStart(2, '0');
    return result;
  },
});

export const fromHex = transform({
  input: { hex: utf8 },
  output: utf8,
  row({ hex }) {
    let result = '';
    for (let i = 0; i + 1 < hex.length; i += 2) result += String.fromCharCode(parseInt(hex.slice(i, i + 2), 16) & 127);
    return result;
  },
});

export const percentEncode = transform({
  input: { query: utf8 },
  output: utf8,
  row({ query }) {
    let result = '';
    for (const c of query) {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c === '-' || c === '_')
        result += c;
      else result += `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return result;
  },
});

export const vowelHash = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let hash = 7;
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (c === 'a' || c === 'e' || c === 'i' || c === 'o' || c === 'u') hash = (hash * 17 + i) | 0;
    }
    return hash;
  },
});

/** The bucket of a text by its hash, and digits of a generator that the hash seeds. */
export const bucketOfHash = transform({
  input: { text: utf8 },
  output: { bucket: int32, digits: int32 },
  row({ text }) {
    let hash = 5381;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
    let state = hash;
    let digits = 0;
    for (let i = 0; i < 4; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      digits = digits * 10 + (state % 10);
    }
    return { bucket: hash % 1009, digits };
  },
});
