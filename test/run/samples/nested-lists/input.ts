import { bool, expand, float64, int32, int64, list, nullable, struct, transform, utf8 } from 'rowfuse';

/** Lists in lists: the methods of arrays of arrays. */
export const nestedSums = transform({
  input: { rows: list(list(float64)), i: int32, j: int32 },
  output: {
    length: int32,
    lengths: utf8,
    sum: float64,
    cell: nullable(float64),
    first: nullable(float64),
    longest: int32,
    empty: bool,
    flat: list(float64),
    found: int32,
  },
  row({ rows, i, j }) {
    let sum = 0;
    for (const inner of rows) for (const x of inner) sum += x;
    let longest = 0;
    for (let at = 0; at < rows.length; at += 1) longest = Math.max(longest, rows[at]?.length ?? 0);
    return {
      length: rows.length,
      lengths: rows.map((inner) => inner.length).join(','),
      sum,
      cell: rows[i]?.[j] ?? null,
      first: rows[0]?.[0] ?? null,
      longest,
      empty: rows.some((inner) => inner.length === 0),
      flat: rows.flatMap((inner) => inner),
      found: rows.findIndex((inner) => inner.includes(1)),
    };
  },
});

/** Text, with nulls at every level. */
export const nestedTexts = transform({
  input: { pages: nullable(list(nullable(list(nullable(utf8))))), s: utf8 },
  output: { text: nullable(utf8), nulls: int32, has: bool, pages: nullable(list(nullable(list(nullable(utf8))))) },
  row({ pages, s }) {
    let nulls = 0;
    if (pages !== null) {
      for (const page of pages) {
        if (page === null) nulls += 100;
        else for (const word of page) if (word === null) nulls += 1;
      }
    }
    return {
      text: pages === null ? null : pages.map((page) => (page === null ? '?' : page.map((w) => w ?? '-').join('+'))).join('/'),
      nulls,
      has: pages?.some((page) => page?.includes(s) ?? false) ?? false,
      pages,
    };
  },
});

/** Three levels, and a choice among lists. */
export const nestedDeep = transform({
  input: { cubes: list(list(list(int32))), flags: list(nullable(list(bool))), n: int32 },
  output: {
    total: float64,
    cubes: list(list(list(int32))),
    long: list(list(list(int32))),
    one: list(int32),
    flags: list(nullable(list(bool))),
    at: nullable(int32),
  },
  row({ cubes, flags, n }) {
    let total = 0;
    for (const square of cubes) for (const line of square) total += line.reduce((sum, x) => sum + x, 0);
    const longer = cubes.filter((square) => square.length > 1);
    return {
      total,
      cubes: n > 5 ? cubes : [],
      long: longer,
      one: cubes[0]?.[0] ?? [],
      flags,
      at: cubes.at(-1)?.at(-1)?.at(-1) ?? null,
    };
  },
});

/** One row per inner list, and kept lists. */
export const nestedRows = expand({
  input: { rows: list(list(int64)), tags: nullable(list(list(utf8))), id: int32 },
  output: { inner: list(int64), rest: list(list(int64)) },
  keep: ['tags'],
  *rows({ rows, id }) {
    for (const inner of rows) if (inner.length > id % 2) yield { inner, rest: rows.slice(1) };
  },
});

/** Shares the memory of the input. */
export const nestedKept = transform({
  input: { rows: nullable(list(nullable(list(nullable(utf8))))), flags: list(list(bool)), n: int32 },
  output: { n: int32 },
  keep: ['rows', 'flags'],
  row: ({ n }) => ({ n }),
});

/** In a struct, and validated on the way out. */
export const nestedInStruct = transform({
  input: { rows: list(list(float64)) },
  output: { at: struct({ rows: list(list(int32)) }), n: nullable(int32) },
  row: ({ rows }) => ({ at: { rows }, n: rows[1]?.length ?? null }),
});

/** Every failing row is left out. */
export const nestedTolerated = transform({
  input: { rows: list(list(float64)), pages: list(list(utf8)) },
  output: { rows: nullable(list(list(int32))), pages: nullable(list(list(utf8))) },
  row: ({ rows, pages }) => ({ rows, pages: pages.slice(0, 2) }),
});
