import { binary, bool, dictionary, float64, int32, largeBinary, largeUtf8, nullable, transform, uint8, utf8 } from 'rowfuse';

/** Bytes and large columns pass through unchanged, whatever they hold. */
export const bytesThrough = transform({
  input: { b: binary, l: largeBinary, t: largeUtf8, n: nullable(binary), m: nullable(largeBinary), u: nullable(largeUtf8) },
  output: { b: largeBinary, l: binary, t: largeUtf8, n: nullable(binary), m: nullable(largeBinary), u: nullable(largeUtf8) },
  row: ({ b, l, t, n, m, u }) => ({ b, l, t, n, m, u }),
});

export const bytesAlone = transform({
  input: { data: binary },
  output: binary,
  row: ({ data }) => data,
});

export const largeText = transform({
  input: { text: largeUtf8, other: utf8 },
  output: { text: utf8, other: largeUtf8, length: int32 },
  row: ({ text, other }) => ({ text: text.toUpperCase(), other: `${other}${text}`, length: text.length }),
});

/** Properties and methods of a Uint8Array. */
export const bytesRead = transform({
  input: { data: binary, i: int32 },
  output: {
    length: int32,
    bytes: int32,
    first: nullable(uint8),
    at: nullable(int32),
    negative: nullable(int32),
    has: bool,
    place: int32,
    last: int32,
    from: int32,
    text: utf8,
    joined: utf8,
  },
  row: ({ data, i }) => ({
    length: data.length,
    bytes: data.byteLength,
    first: data[0] ?? null,
    at: data[i] ?? null,
    negative: data.at(-1) ?? null,
    has: data.includes(7),
    place: data.indexOf(i),
    last: data.lastIndexOf(0),
    from: data.indexOf(0, 2),
    text: `${data}`,
    joined: data.join('-'),
  }),
});

/** Parts share their bytes, and are written. */
export const bytesCut = transform({
  input: { data: binary, i: int32, j: int32 },
  output: { head: binary, tail: binary, middle: nullable(binary), chosen: binary },
  row({ data, i, j }) {
    const rest = data.subarray(1);
    const zero = data.indexOf(0);
    return {
      head: zero < 0 ? data : data.subarray(0, zero),
      tail: data.slice(-2),
      middle: rest.length === 0 ? null : rest.slice(i, j),
      chosen: i > j ? rest : data.slice(i).subarray(1, -1),
    };
  },
});

/** Loops over bytes, and methods that take a function. */
export const bytesLoops = transform({
  input: { data: nullable(binary) },
  output: { sum: float64, checksum: int32, even: bool, any: bool, found: nullable(int32), index: int32, total: float64, list: utf8 },
  row({ data }) {
    let sum = 0;
    let checksum = 0;
    const bytes = data?.subarray(1);
    if (data === null || !bytes) {
      return { sum: -1, checksum: 0, even: false, any: false, found: null, index: -1, total: 0, list: '' };
    }
    for (const byte of bytes) sum += byte;
    for (let i = 0; i < data.length; i++) checksum = (checksum * 31 + (data[i] ?? 0)) | 0;
    return {
      sum,
      checksum,
      even: data.every((byte) => byte % 2 === 0),
      any: data.some((byte) => byte > 200),
      found: data.find((byte) => byte > 6) ?? null,
      index: data.findIndex((byte) => byte === 255),
      total: data.reduce((before, byte) => before + byte, 0),
      list: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    };
  },
});

/** A header that gives the length of the rest. */
export const bytesParsed = transform({
  input: { packet: binary },
  output: { kind: utf8, size: int32, payload: nullable(binary) },
  row({ packet }) {
    const [kind = 0, high = 0, low = 0] = packet;
    const size = (high << 8) | low;
    const payload = packet.subarray(3, 3 + size);
    return { kind: kind === 1 ? 'one' : kind === 7 ? 'seven' : 'other', size, payload: payload.length < size ? null : payload };
  },
});

export const bytesParam = transform({
  input: { data: binary },
  params: { mark: binary, other: nullable(largeBinary) },
  output: { starts: bool, rest: binary, length: int32 },
  row({ data }, { params: { mark, other } }) {
    let starts = data.length >= mark.length;
    for (let i = 0; starts && i < mark.length; i++) starts = data[i] === mark[i];
    return { starts, rest: starts ? data.subarray(mark.length) : mark, length: other?.length ?? -1 };
  },
});

/** Filters and expansions with bytes and dictionaries. */
export const bytesFiltered = transform({
  input: { data: binary, word: dictionary(utf8), large: nullable(largeUtf8) },
  output: { rest: largeBinary, word: utf8, large: nullable(largeUtf8) },
  where: ({ data, word }) => data.length > 2 || word.length === 1,
  row: ({ data, word, large }) => ({ rest: data.subarray(1), word, large }),
});
