import { bool, date32, expand, float64, int32, int64, list, nullable, struct, timestamp, transform, utf8 } from 'rowfuse';

/** Lists of structs are arrays of objects. */
export const recordSums = transform({
  input: { points: list(struct({ x: float64, y: float64, name: nullable(utf8) })), i: int32 },
  output: {
    length: int32,
    sum: float64,
    names: utf8,
    first: nullable(float64),
    at: nullable(utf8),
    far: nullable(utf8),
    sorted: utf8,
    some: bool,
  },
  row({ points, i }) {
    let sum = 0;
    for (const { x, y } of points) sum += x * y;
    const names: string[] = [];
    for (let at = 0; at < points.length; at += 1) names.push(points[at]?.name ?? '-');
    const far = points.find((point) => point.x > 3);
    return {
      length: points.length,
      sum,
      names: names.join(','),
      first: points[0]?.x ?? null,
      at: points[i]?.name ?? null,
      far: far === undefined ? null : far.name,
      sorted: points
        .filter(({ name }) => name !== null)
        .map(({ name }) => name ?? '')
        .toSorted()
        .join(),
      some: points.some(({ name, y }) => name === null || y > 0),
    };
  },
});

/** Lists of structs as results: mapped, written out, grown. */
export const recordResults = transform({
  input: { points: list(struct({ x: float64, y: float64 })), s: utf8, n: int32 },
  output: {
    scaled: list(struct({ x: float64, label: utf8 })),
    positive: list(struct({ x: float64, y: float64 })),
    written: list(struct({ word: utf8, length: int32 })),
    grown: list(struct({ at: int32, word: nullable(utf8) })),
    none: list(struct({ flag: bool })),
    n: int32,
  },
  row({ points, s, n }) {
    const grown: { at: number; word: string | null }[] = [];
    for (const word of s.split(' ')) grown.push({ at: grown.length, word: word === '' ? null : word });
    return {
      scaled: points.map(({ x }) => ({ x: x * 2, label: `${x}` })),
      positive: n > 9 ? [] : n > 5 ? points : points.filter(({ x }) => x > 0),
      written: [
        { word: s, length: s.length },
        { word: 'b', length: n },
      ],
      grown,
      none: [],
      n,
    };
  },
});

/** Null as a whole, in and out, with structs and times inside. */
export const recordNulls = transform({
  input: {
    trips: nullable(list(struct({ day: date32, to: struct({ city: utf8, zip: nullable(int32) }), at: timestamp('us', 'UTC') }))),
    n: int32,
  },
  output: {
    trips: nullable(list(struct({ day: date32, to: struct({ city: utf8, zip: nullable(int32) }) }))),
    cities: nullable(list(utf8)),
    count: int32,
    last: nullable(int64),
  },
  row({ trips, n }) {
    if (trips === null) return { trips: n > 3 ? [] : null, cities: null, count: -1, last: null };
    return {
      trips: n % 5 === 0 ? null : trips.map(({ day, to }) => ({ day, to })),
      cities: trips.map(({ to }) => to.city),
      count: trips.length,
      last: trips.at(-1)?.at ?? null,
    };
  },
});

/** A field that its column cannot hold. */
export const recordJudged = transform({
  input: { points: list(struct({ x: float64, y: float64 })) },
  output: { points: list(struct({ x: int32, y: float64 })), n: int32 },
  row: ({ points }) => ({ points, n: points.length }),
});

/** One row per element, with the list kept beside. */
export const recordRows = expand({
  input: { points: list(struct({ x: float64, name: utf8 })), id: int32 },
  output: { x: float64, name: utf8, rest: list(struct({ x: float64 })) },
  keep: ['points'],
  *rows({ points, id }) {
    for (const { x, name } of points) if (x > id) yield { x, name, rest: points.map((point) => ({ x: point.x - id })) };
  },
});

/** Kept unchanged. */
export const recordsKept = transform({
  input: { points: nullable(list(struct({ x: float64, name: nullable(utf8), flag: bool }))), n: int32 },
  output: { twice: float64 },
  keep: ['points'],
  row: ({ n }) => ({ twice: n * 2 }),
});

/** Reads one field alone. */
export const recordsUnread = transform({
  input: { points: list(struct({ x: float64, name: utf8 })) },
  output: list(float64),
  row: ({ points }) => points.map(({ x }) => x),
});

/** Every failing row is left out. */
export const recordsTolerated = transform({
  input: { points: list(struct({ x: float64, name: utf8 })) },
  output: { points: nullable(list(struct({ x: int32, name: utf8 }))), n: nullable(int32) },
  row: ({ points }) => ({ points, n: points.length }),
});

/** Arrays of objects per element, concatenated; literals of no object, of one, and of more. */
export const recordsFlattened = transform({
  input: {
    orders: list(struct({ id: int64, lines: list(nullable(struct({ sku: utf8, count: nullable(int32) }))) })),
    s: utf8,
    n: int32,
  },
  output: {
    flat: list(struct({ id: int64, sku: utf8, count: nullable(int32) })),
    whole: list(nullable(struct({ sku: utf8, count: nullable(int32) }))),
    known: list(struct({ id: int64, first: utf8 })),
    chosen: list(struct({ name: utf8, n: int32 })),
    pairs: list(list(int32)),
  },
  row: ({ orders, s, n }) => ({
    flat: orders.flatMap(({ id, lines }) =>
      lines.filter((line) => line !== null).map(({ sku, count }) => ({ id, sku, count })),
    ),
    whole: orders.flatMap(({ lines }) => lines),
    known: orders.flatMap(({ id, lines }) => {
      const first = lines[0];
      return first ? [{ id, first: first.sku }] : [];
    }),
    chosen: n > 3 ? [] : n > 2 ? [{ name: s, n }] : [{ name: 'a', n: 1 }, { name: s, n: 2 }],
    pairs: n > 3 ? [[n, 2]] : n > 1 ? [[1], [n % 7, 3, 4]] : [],
  }),
});
