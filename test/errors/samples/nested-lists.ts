import { bool, float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

export const compared = transform({
  input: { rows: list(list(float64)), other: list(float64) },
  output: { a: bool, b: int32, c: bool },
  row: ({ rows, other }) => ({
    a: rows.includes(other), // RF1203
    b: rows.indexOf(other), // RF1203
    c: rows[0] === other, // RF1302
  }),
});

export const printed = transform({
  input: { rows: list(list(float64)) },
  output: { a: utf8, b: utf8, c: utf8 },
  row: ({ rows }) => ({
    a: rows.join(), // RF1203
    b: `${rows}`, // RF1203
    c: String(rows[0]), // RF1302
  }),
});

export const sorted = transform({
  input: { rows: list(list(float64)) },
  output: list(list(float64)),
  row: ({ rows }) => rows.toSorted(), // RF1203
});

export const arranged = transform({
  input: { s: utf8 },
  output: list(list(utf8)),
  row({ s }) {
    const lines = s.split('\n').map((line) => line.split(' '));
    lines[0]?.sort();
    lines.at(-1)?.copyWithin(0, 1);
    const last = lines.at(-1) ?? [];
    last.push('end');
    const open: string[] = [];
    lines.push(open);
    open.push('later');
    lines.length = 1; // RF1203
    return lines;
  },
});

export const ofKinds = transform({
  input: { s: utf8, x: float64 },
  output: list(list(utf8)),
  // @ts-expect-error: not all of these are strings
  row: ({ s, x }) => [[s], [x]], // RF1303
});

export const other = transform({
  input: { rows: list(list(utf8)) },
  output: nullable(list(list(float64))),
  // @ts-expect-error: these are texts
  row: ({ rows }) => rows, // RF1303
});

export const flat = transform({
  input: { rows: list(list(utf8)) },
  output: list(utf8),
  // @ts-expect-error: these are lists
  row: ({ rows }) => rows, // RF1303
});

export const identified = transform({
  input: { rows: list(list(float64)) },
  output: int32,
  row({ rows }) {
    const seen = new Set<readonly number[]>();
    for (const inner of rows) seen.add(inner); // RF1203
    return seen.size;
  },
});

export const missing = transform({
  input: { rows: list(list(float64)) },
  output: int32,
  row({ rows }) {
    const kept: (readonly number[] | null | undefined)[] = [];
    const other = kept;
    other.push(rows.length > 2 ? null : rows[0]); // RF1203
    return kept.length;
  },
});

export const changed = transform({
  input: { rows: list(list(float64)) },
  output: float64,
  row({ rows }) {
    const kept = rows.filter((inner) => inner.length > 1); // RF1203
    const first = kept[0] as number[];
    first[0] = 5;
    first.push(3);
    return first.length;
  },
});
