import { binary, bool, date32, float64, int32, int64, list, nullable, struct, transform, utf8 } from 'rowfuse';

const point = struct({ x: float64, y: float64 });

/** Fields by property and by pattern, structs within structs. */
export const structFields = transform({
  input: { place: struct({ name: utf8, at: point, tags: list(utf8) }), scale: float64 },
  output: { text: utf8, distance: float64, x: float64 },
  row({ place, scale }) {
    const {
      name,
      at: { x, y },
    } = place;
    return { text: `${name}:${place.tags.join('/')}`, distance: Math.sqrt(x * x + y * y) * scale, x: place.at.x };
  },
});

/** Fields in the parameter's pattern, with nulls among them. */
export const structPattern = transform({
  input: { person: struct({ name: nullable(utf8), age: nullable(int32), born: nullable(date32) }), greeting: utf8 },
  output: { text: utf8, old: nullable(bool), year: nullable(int32) },
  row: ({ person: { name, age, born }, greeting }) => ({
    text: `${greeting} ${name ?? 'you'}`,
    old: age === null ? null : age > 60,
    year: born === null ? null : new Date(born).getUTCFullYear() | 0,
  }),
});

/** Structs as results, one nested. */
export const structResult = transform({
  input: { a: float64, s: utf8, n: nullable(int64), b: binary },
  output: { out: struct({ point, label: nullable(utf8), more: struct({ n: nullable(int64), b: binary }) }), plain: utf8 },
  row({ a, s, n, b }) {
    const at = { x: a, y: -a };
    return { out: { point: at, label: s === '' ? null : s, more: { n, b } }, plain: s };
  },
});

/** A struct passes through unchanged, or with other fields. */
export const structThrough = transform({
  input: { p: struct({ x: float64, y: float64 }), q: struct({ name: utf8, flag: nullable(bool) }) },
  output: { p: point, moved: point, q: struct({ name: utf8, flag: nullable(bool), length: int32 }) },
  row({ p, q }) {
    const { x, ...rest } = p;
    return { p, moved: { x: x + 1, ...rest }, q: { ...q, length: q.name.length } };
  },
});

/** Functions, filters and expansions with structs. */
const norm = (v: { readonly x: number; readonly y: number }) => Math.abs(v.x) + Math.abs(v.y);

export const structFiltered = transform({
  input: { p: point, name: utf8 },
  output: { q: struct({ norm: float64, name: utf8 }) },
  where: ({ p }) => norm(p) > 1,
  row: ({ p, name }) => ({ q: { norm: norm(p), name } }),
});
