import {
  bool,
  date32,
  float32,
  float64,
  int8,
  int32,
  int64,
  list,
  nullable,
  struct,
  timestamp,
  transform,
  uint64,
  utf8,
} from 'rowfuse';

/** Lists of numbers: the methods of arrays. */
export const listOfNumbers = transform({
  input: { xs: list(float64), i: int32 },
  output: {
    length: int32,
    first: nullable(float64),
    at: nullable(float64),
    last: nullable(float64),
    has: bool,
    place: int32,
    from: int32,
    text: utf8,
    joined: utf8,
  },
  row: ({ xs, i }) => ({
    length: xs.length,
    first: xs[0] ?? null,
    at: xs[i] ?? null,
    last: xs.at(-1) ?? null,
    has: xs.includes(Number.NaN),
    place: xs.indexOf(1),
    from: xs.lastIndexOf(i),
    text: `${xs[1]}`,
    joined: xs.join(' '),
  }),
});

/** Text, with characters outside ASCII and halves that meet. */
export const listOfTexts = transform({
  input: { tags: list(utf8), s: utf8 },
  output: { joined: utf8, first: nullable(utf8), has: bool, place: int32, longest: utf8, count: int32, upper: utf8 },
  row({ tags, s }) {
    let longest = '';
    let count = 0;
    for (const tag of tags) {
      count += tag.length;
      if (tag.length > longest.length) longest = tag;
    }
    return {
      joined: tags.join(s),
      first: tags[0] ?? null,
      has: tags.includes(s),
      place: tags.indexOf('a'),
      longest,
      count,
      upper: tags.map((tag) => tag.toUpperCase()).join('|'),
    };
  },
});

/** Nulls of lists, and among their elements. */
export const listOfNulls = transform({
  input: { a: nullable(list(nullable(utf8))), b: list(nullable(int32)), c: nullable(list(bool)), d: list(nullable(bool)) },
  output: { a: nullable(utf8), nulls: int32, sum: float64, c: nullable(bool), d: utf8, first: nullable(utf8) },
  row({ a, b, c, d }) {
    let nulls = 0;
    for (const x of b) if (x === null) nulls += 1;
    let sum = 0;
    for (const x of b) sum += x ?? 0.5;
    return {
      a: a === null ? null : a.map((word) => word ?? '-').join(','),
      nulls,
      sum,
      c: c === null ? null : c.every((flag) => flag),
      d: d.map((flag) => (flag === null ? '?' : flag ? '1' : '0')).join(''),
      first: a?.[0] ?? null,
    };
  },
});

/** Every type of elements. */
export const listOfTypes = transform({
  input: {
    i8: list(int8),
    i64: list(int64),
    u64: list(nullable(uint64)),
    f32: list(float32),
    day: list(nullable(date32)),
    s: list(timestamp('s')),
    us: list(timestamp('us', 'UTC')),
  },
  output: { i8: float64, i64: nullable(int64), u64: nullable(uint64), f32: utf8, day: nullable(float64), s: nullable(float64), us: nullable(int64) },
  row: ({ i8, i64, u64, f32, day, s, us }) => ({
    i8: i8.reduce((sum, x) => sum + x, 0),
    i64: i64[0] ?? null,
    u64: u64.find((x) => x !== null && x > 3n) ?? null,
    f32: f32.map((x) => `${x}`).join(),
    day: day[1] ?? null,
    s: s.at(-1) ?? null,
    us: us[0] ?? null,
  }),
});

/** Arrays that are made from lists. */
export const listsMade = transform({
  input: { xs: list(float64), ys: nullable(list(float64)), words: list(utf8) },
  output: { sorted: utf8, both: utf8, part: utf8, kept: utf8, spread: utf8, swapped: utf8 },
  row({ xs, ys, words }) {
    let rest = words;
    if (rest.length > 2) rest = rest.slice(1);
    const [first = 'none', ...others] = words;
    const made: string[] = [];
    for (const word of words) made.push(`${word}!`);
    const chosen = ys ?? xs;
    return {
      sorted: [...words].sort().join(),
      both: xs.concat(chosen).join(),
      part: xs.slice(1, -1).join(),
      kept: xs.filter((x) => x > 0).join(),
      spread: `${first}/${others.join('+')}/${made.join('')}`,
      swapped: rest.toReversed().join(' '),
    };
  },
});

/** One row per element of a list. */
export const listWhere = transform({
  input: { xs: list(int32), name: utf8 },
  output: { name: utf8, most: int32 },
  where: ({ xs }) => xs.length > 0,
  row({ xs, name }) {
    let most = xs[0] ?? 0;
    for (const x of xs) most = Math.max(most, x);
    return { name, most };
  },
});

/** Not read, beside a column that is. */
export const listUnread = transform({
  input: { a: list(nullable(utf8)), x: int32, b: nullable(list(float64)), s: utf8 },
  output: { x: int32, s: utf8 },
  row: ({ x, s }) => ({ x, s }),
});

/** Every output is nullable, so rows that fail can be left out. */
export const listTolerant = transform({
  input: { tags: nullable(list(nullable(utf8))), xs: list(float64), at: struct({ n: int32 }) },
  output: { text: nullable(utf8), sum: nullable(float64), at: struct({ n: nullable(int32) }) },
  row({ tags, xs, at }) {
    if (at.n === 7) throw new Error('seven');
    return {
      text: tags === null ? null : tags.map((tag) => tag ?? '-').join('/'),
      sum: xs.reduce((sum, x) => sum + x, 0),
      at,
    };
  },
});
