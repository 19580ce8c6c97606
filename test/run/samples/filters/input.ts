import {
  bool,
  date32,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  nullable,
  struct,
  timestamp,
  transform,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from 'rowfuse';

/** A map whose rows are dropped. */
export const evenNumbers = transform({
  input: { x: int32 },
  output: int32,
  where: ({ x }) => x % 2 === 0,
  row: ({ x }) => x >> 1,
});

/** Text that the filter reads, and text that is written. */
export const visibleNames = transform({
  input: { id: int32, name: utf8, visibility: nullable(utf8) },
  output: { initial: utf8, shown: nullable(utf8), long: bool },
  keep: ['id'],
  where: ({ visibility }) => visibility !== 'private',
  row: ({ name, visibility }) => ({ initial: name.charAt(0), shown: visibility, long: name.length > 4 }),
});

/** Statements as filter, with params and the row's number. */
export const sampledRows = transform({
  input: { x: nullable(float64), s: utf8 },
  output: { at: float64, text: utf8 },
  params: { least: float64, every: uint8 },
  where({ x, s }, { params, index }) {
    if (x === null) return s.startsWith('a');
    if (params.every > 1 && index % params.every !== 0) {
      const first = s.charAt(0);
      return first === 'b' || first === '';
    }
    return x >= params.least;
  },
  row: ({ x, s }, { index }) => ({ at: index, text: `${s}:${x === null ? 'none' : `${x}`}` }),
});

export const nothingLeft = transform({
  input: { s: utf8 },
  output: { s: nullable(utf8), flag: nullable(bool) },
  where: () => false,
  row: ({ s }) => ({ s, flag: true }),
});

export const everythingStays = transform({
  input: { s: nullable(utf8), b: nullable(bool) },
  output: { t: nullable(utf8), c: nullable(bool) },
  where: () => true,
  row: ({ s, b }) => ({ t: s, c: b }),
});

/** One column of every type, gathered. */
export const keptOfEveryType = transform({
  input: {
    b: bool,
    nb: nullable(bool),
    i8: int8,
    ni8: nullable(int8),
    i16: int16,
    i32: nullable(int32),
    i64: int64,
    ni64: nullable(int64),
    u8: uint8,
    u16: nullable(uint16),
    u32: uint32,
    u64: uint64,
    f32: float32,
    f64: nullable(float64),
    s: utf8,
    ns: nullable(utf8),
    day: date32,
    seconds: timestamp('s'),
    milliseconds: nullable(timestamp('ms', 'UTC')),
    microseconds: timestamp('us'),
    nanoseconds: nullable(timestamp('ns', 'Europe/Berlin')),
  },
  output: { size: int32 },
  keep: [
    'ns', 'nb', 'b', 'i8', 'ni8', 'i16', 'i32', 'i64', 'ni64', 'u8', 'u16', 'u32', 'u64', 'f32', 'f64', 's', 'day', 'seconds',
    'milliseconds', 'microseconds', 'nanoseconds',
  ],
  where: ({ s, nb, i8 }) => nb === true || (s.length & 1) === (i8 & 1),
  row: ({ s }) => ({ size: s.length }),
});

/** Rows that fail in either function. */
export const tolerantFilters = transform({
  input: { s: utf8, n: float64 },
  output: { small: int8, text: utf8 },
  where({ s }) {
    if (s === 'b') throw new Error('b');
    return s !== '';
  },
  row: ({ s, n }) => ({ small: n, text: s.toUpperCase() }),
});

/** Loops whose steps count for both functions, and strings that are built. */
export const filteredBuilders = transform({
  input: { s: utf8 },
  output: utf8,
  where({ s }) {
    let n = 0;
    for (let i = 0; i < s.length; ) {
      n += s.charCodeAt(i) & 1;
      i += 1 + (n & 1);
    }
    return n % 2 === 0;
  },
  row({ s }) {
    let out = '';
    for (const c of s) out = c + out + c;
    return out;
  },
});

/** Times as they are stored, and as row functions see them. */
export const keptTimes = transform({
  input: { seconds: timestamp('s'), milliseconds: nullable(timestamp('ms', 'UTC')), day: nullable(date32) },
  output: { late: bool, next: nullable(timestamp('ms')) },
  keep: ['milliseconds', 'day', 'seconds'],
  where: ({ seconds, milliseconds }) => seconds > 0 || milliseconds === null,
  row: ({ seconds, milliseconds, day }) => ({ late: seconds > (milliseconds ?? 0), next: day }),
});

/** Columns that stay in place. */
export const sharedColumns = transform({
  input: {
    id: int32,
    b: nullable(bool),
    s: utf8,
    t: nullable(utf8),
    at: timestamp('ms'),
    big: nullable(uint64),
    unread: nullable(float64),
  },
  output: { upper: utf8, length: nullable(int32) },
  keep: ['unread', 'b', 's', 't', 'id', 'at', 'big'],
  row: ({ s, t }) => ({ upper: s.toUpperCase(), length: t === null ? null : t.length }),
});

export const tolerantKept = transform({
  input: { s: nullable(utf8), n: float64 },
  output: nullable(int8),
  keep: ['s'],
  row: ({ n }) => n,
});

/** All fields of a struct, gathered and in place. */
export const pointsAbove = transform({
  input: { p: struct({ x: float64, y: nullable(float64), name: utf8 }), id: int32 },
  output: { sum: float64 },
  keep: ['p', 'id'],
  where: ({ p }) => p.y !== null && p.y > p.x,
  row: ({ p }) => ({ sum: p.x + (p.y ?? 0) }),
});

export const pointsInPlace = transform({
  input: { p: struct({ x: float64, name: nullable(utf8) }), id: int32 },
  output: int32,
  keep: ['p'],
  row: ({ id }) => id,
});

/** Rows that pass unchanged. */
export const wholeRows = transform({
  input: { p: struct({ x: float64, name: nullable(utf8) }), id: int32, s: nullable(utf8) },
  output: { p: struct({ x: float64, name: nullable(utf8) }), id: int32, s: nullable(utf8) },
  where: ({ id }) => id % 2 === 0,
  row: (row) => row,
});
