import { bool, expand, float64, int32, int64, list, nullable, transform, utf8 } from 'rowfuse';

/** Arrays of arrays that the row function makes: pieces of pieces, mapped, filtered, sorted. */
export const piecesOfPieces = transform({
  input: { s: utf8, n: int32 },
  output: {
    parts: list(list(utf8)),
    lengths: list(list(int32)),
    longest: list(utf8),
    count: int32,
    ordered: list(list(utf8)),
    text: utf8,
    cell: nullable(utf8),
    last: nullable(list(utf8)),
  },
  row({ s, n }) {
    const parts = s.split(' ').map((part) => part.split(','));
    const ordered = parts.toSorted((a, b) => a.length - b.length);
    return {
      parts,
      lengths: parts.map((part) => part.map((one) => one.length)),
      longest: parts.find((part) => part.length > 1) ?? [],
      count: parts.filter((part) => part.some((one) => one === '')).length,
      ordered,
      text: parts.map((part) => part.join('+')).join('/'),
      cell: parts[n]?.[1] ?? null,
      last: parts.at(-1) ?? null,
    };
  },
});

/** Literals of any length, and literals that `push` extends. */
export const grownLines = transform({
  input: { s: utf8, x: float64, n: int32 },
  output: { lines: list(list(utf8)), grid: list(list(nullable(float64))), none: list(list(bool)), pairs: list(list(utf8)), deep: list(list(list(int32))) },
  row({ s, x, n }) {
    const lines: string[][] = [];
    for (const line of s.split('\n')) {
      if (line.length > 0) lines.push(line.split(' '));
      else lines.push([]);
    }
    if (n > 5) lines.pop();
    const words = s.split(' ');
    return {
      lines,
      grid: [[x, null], [], n > 3 ? [x * 2] : [n, n, n]],
      none: n > 0 ? [] : [[], []],
      pairs: words.map((word) => [word, s]),
      deep: words.map((word) => word.split(',').map((part) => [part.length, n])),
    };
  },
});

/** Lists of a column, changed, beside unchanged ones. */
export const changedRows = transform({
  input: { rows: list(list(float64)), pages: nullable(list(nullable(list(nullable(utf8))))), n: int32 },
  output: {
    scaled: list(list(float64)),
    either: list(list(float64)),
    more: list(list(float64)),
    pages: nullable(list(nullable(list(nullable(utf8))))),
    sums: list(float64),
    flat: list(float64),
    narrow: list(list(int32)),
  },
  row({ rows, pages, n }) {
    const scaled = rows.map((inner) => inner.map((x) => x * n));
    return {
      scaled,
      either: n > 5 ? rows : scaled,
      more: rows.map((inner) => [...inner, n]),
      pages: pages === null ? null : pages.map((page) => (page === null ? null : page.map((word) => (word === null ? 'none' : word.slice(1))))),
      sums: scaled.map((inner) => inner.reduce((sum, x) => sum + x, 0)),
      flat: scaled.flatMap((inner) => inner),
      narrow: rows.map((inner) => inner.slice(0, 2)),
    };
  },
});

/** The text of numbers outlives the step that wrote it. */
export const digitsOfNumbers = transform({
  input: { xs: list(float64), big: int64 },
  output: { parts: list(list(utf8)), first: list(utf8), named: list(list(utf8)) },
  row({ xs, big }) {
    const first: string[] = [];
    const named: string[][] = [];
    for (const x of xs) {
      const parts = String(x).split('.');
      first.push(parts[0] ?? '');
      named.push(parts);
      named.push([`${x}`, `${big}`]);
    }
    return { parts: xs.map((x) => `${x}`.split('.')), first, named };
  },
});

/** One row per inner array. */
export const rowsOfPieces = expand({
  input: { s: utf8, id: int32 },
  output: { part: list(utf8), rest: list(list(utf8)) },
  keep: ['id'],
  *rows({ s }) {
    const parts = s.split(' ').map((part) => part.split(','));
    for (const part of parts) yield { part, rest: parts.filter((other) => other.length > part.length) };
  },
});
