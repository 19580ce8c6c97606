import {
  bool,
  date32,
  expand,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  list,
  nullable,
  pipe,
  struct,
  timestamp,
  transform,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from 'rowfuse';

/** The pieces of a text. */
export const listOfPieces = transform({
  input: { s: utf8 },
  output: list(utf8),
  row: ({ s }) => s.split(','),
});

/** Arrays of every origin, beside other columns. */
export const listMakings = transform({
  input: { s: utf8, xs: list(float64), n: int32 },
  output: {
    literal: list(utf8),
    empty: list(int8),
    mapped: list(float64),
    filtered: list(float64),
    made: list(utf8),
    n: int32,
    constant: list(int16),
    chosen: list(utf8),
    halves: list(utf8),
  },
  row({ s, xs, n }) {
    const made: string[] = [];
    for (const word of s.split(' ')) if (word !== '') made.push(word.toUpperCase());
    return {
      literal: [s, `${n}`, 'c'],
      empty: [],
      mapped: xs.map((x) => x * 2),
      filtered: xs.filter((x) => x > 0),
      made,
      n,
      constant: primes,
      chosen: n > 5 ? [s] : n > 0 ? made : [],
      halves: [s.slice(0, 1), s.slice(1, 2), s.slice(-1)],
    };
  },
});

const primes = [2, 3, 5, 7, -11];

/** Unchanged lists, of every type of elements. */
export const listsPassed = transform({
  input: {
    flags: list(bool),
    i8: list(int8),
    u16: list(nullable(uint16)),
    i32: nullable(list(int32)),
    u32: list(uint32),
    i64: list(int64),
    u64: nullable(list(nullable(uint64))),
    f32: list(float32),
    f64: list(nullable(float64)),
    day: list(date32),
    us: list(nullable(timestamp('us', 'UTC'))),
    ns: list(timestamp('ns')),
    tags: list(utf8),
    words: nullable(list(nullable(utf8))),
    nullFlags: list(nullable(bool)),
  },
  output: {
    flags: list(bool),
    i8: list(int8),
    u16: list(nullable(uint16)),
    i32: nullable(list(int32)),
    u32: list(uint32),
    i64: list(int64),
    u64: nullable(list(nullable(uint64))),
    f32: list(float32),
    f64: list(nullable(float64)),
    day: list(date32),
    us: list(nullable(timestamp('us', 'UTC'))),
    ns: list(timestamp('ns')),
    tags: list(utf8),
    words: nullable(list(nullable(utf8))),
    nullFlags: list(nullable(bool)),
  },
  row: ({ flags, i8, u16, i32, u32, i64, u64, f32, f64, day, us, ns, tags, words, nullFlags }) => ({
    flags,
    i8,
    u16,
    i32,
    u32,
    i64,
    u64,
    f32,
    f64,
    day,
    us,
    ns,
    tags,
    words,
    nullFlags,
  }),
});

/** Elements that their column cannot hold fail the row. */
export const listOfSmallIntegers = transform({
  input: { xs: list(float64), keepsAll: bool },
  output: list(uint8),
  row: ({ xs, keepsAll }) => (keepsAll ? xs : xs.map((x) => Math.abs(Math.trunc(x)) % 256)),
});

/** Seconds and milliseconds that numbers do not all distinguish. */
export const listOfTimes = transform({
  input: { s: list(timestamp('s')), ms: list(nullable(timestamp('ms'))), day: list(int32) },
  output: { s: list(timestamp('s')), ms: list(nullable(timestamp('ms'))), day: list(nullable(date32)) },
  row: ({ s, ms, day }) => ({
    s: s.filter((time) => Math.abs(time) < 2 ** 50),
    ms: ms.map((time) => (time === null || Math.abs(time) > 2 ** 52 ? null : time + 1)),
    day: day.map((n) => (n % 7 === 0 ? null : (n % 30000) * 86_400_000)),
  }),
});

/** Undefined elements become null, and bigints are range-checked. */
export const listOfAbsent = transform({
  input: { xs: list(int64), i: int32, s: utf8 },
  output: { found: nullable(list(nullable(utf8))), big: nullable(list(nullable(int64))), none: nullable(list(bool)) },
  row({ xs, i, s }) {
    const words = s.split(' ');
    return {
      found: i === 3 ? null : [words[0] as string, words[i] as string, words[1] ?? null],
      big: i < 0 ? null : [xs[0] as bigint, xs[1] === undefined ? null : xs[1] * 3n],
      none: i % 2 === 0 ? null : [i > 4, s === ''],
    };
  },
});

/** An absent element of a column that has no null for it. */
export const listOfMissing = transform({
  input: { s: utf8 },
  output: list(utf8),
  row({ s }) {
    const words = s.split(' ');
    return [words[0] as string, words[1] as string];
  },
});

/** Some rows, each with its unchanged list. */
export const listsKeptWhere = transform({
  input: { tags: list(nullable(utf8)), at: nullable(list(timestamp('s'))), ms: list(nullable(timestamp('ms', 'UTC'))), n: int32 },
  output: { n: int32, both: list(int32) },
  keep: ['tags', 'at', 'ms'],
  where: ({ n, at }) => n > 0 || at === null,
  row: ({ n, tags }) => ({ n, both: [n, tags.length] }),
});

/** Shares the memory of the input. */
export const listsShared = transform({
  input: { tags: nullable(list(nullable(utf8))), flags: list(bool), xs: list(float64), days: list(nullable(date32)), n: int32 },
  output: { more: float64, all: list(float64) },
  keep: ['tags', 'flags', 'xs', 'days'],
  row: ({ n }) => ({ more: n + 0.5, all: [n, n / 2] }),
});

/** Any number of rows, each with a list. */
export const listExpanded = expand({
  input: { tags: list(utf8), xs: nullable(list(nullable(int16))) },
  output: { tag: utf8, parts: list(utf8), numbers: nullable(list(nullable(int32))) },
  keep: ['xs'],
  *rows({ tags, xs }) {
    for (const tag of tags) {
      if (tag !== '') yield { tag, parts: tag.split('a'), numbers: xs };
      if (tag.length > 3) yield { tag, parts: [], numbers: xs === null ? null : xs.map((x) => (x ?? 0) * 2) };
    }
  },
});

/** Rows that are lists themselves. */
export const listYielded = expand({
  input: { s: utf8 },
  output: nullable(list(utf8)),
  *rows({ s }) {
    yield null;
    for (const line of s.split('\n')) yield line.split('\t');
  },
});

/** Lists among the fields of a struct, in and out. */
export const listInStruct = transform({
  input: { at: struct({ tags: list(utf8), n: int32 }) },
  output: { at: struct({ tags: list(utf8), lengths: nullable(list(uint32)) }) },
  row: ({ at: { tags, n } }) => ({
    at: { tags: [...tags, 'end'], lengths: n === 1 ? null : tags.map((tag) => tag.length) },
  }),
});

/** A struct that may be null, with its lists. */
export const listInNullableStruct = transform({
  input: { at: nullable(struct({ tags: list(utf8), xs: nullable(list(float64)) })), n: int32 },
  output: { at: nullable(struct({ tags: list(utf8), more: nullable(list(int32)) })), first: nullable(list(utf8)) },
  row: ({ at, n }) => ({
    at: at === null || n < 0 ? null : { tags: at.tags, more: at.xs === null ? null : [at.xs.length, n] },
    first: at === null ? null : at.tags.slice(0, 1),
  }),
});

/** Every failing row can be left out. */
export const listTolerated = transform({
  input: { tags: list(utf8), xs: list(float64) },
  output: { bytes: nullable(list(int8)), tags: nullable(list(nullable(utf8))), n: nullable(int32) },
  row: ({ tags, xs }) => ({ bytes: xs, tags, n: xs.length }),
});

/** Lists between the stages of a pipe have the values that columns would have. */
export const listStage = transform({
  input: { s: utf8, xs: nullable(list(float64)), tags: list(utf8) },
  output: {
    halves: list(nullable(utf8)),
    rounded: nullable(list(float32)),
    tags: list(utf8),
    small: list(int8),
  },
  row: ({ s, xs, tags }) => ({
    halves: [s.slice(0, 1), s[1] as string, null],
    rounded: xs,
    tags,
    small: tags.map((tag) => tag.length),
  }),
});

export const listStageNext = transform({
  input: {
    halves: list(nullable(utf8)),
    rounded: nullable(list(nullable(float32))),
    tags: list(utf8),
    small: list(int8),
  },
  output: { text: utf8, rounded: nullable(list(nullable(float64))), tags: list(utf8), most: float64 },
  row: ({ halves, rounded, tags, small }) => ({
    text: halves.map((half) => half ?? '-').join('+'),
    rounded,
    tags: tags.filter((tag) => tag !== ''),
    most: small.reduce((sum, size) => sum + size, 0),
  }),
});

export const listPipe = pipe(listStage, listStageNext);
