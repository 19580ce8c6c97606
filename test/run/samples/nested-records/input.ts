import { binary, bool, dictionary, expand, float64, int32, int64, largeUtf8, list, nullable, struct, timestamp, transform, utf8 } from 'rowfuse';

/** Structs of a list may be null. */
export const maybePoints = transform({
  input: { points: list(nullable(struct({ x: float64, name: nullable(utf8) }))), i: int32 },
  output: {
    sum: float64,
    nulls: int32,
    names: utf8,
    at: nullable(float64),
    first: nullable(utf8),
    found: nullable(float64),
    length: int32,
    some: bool,
  },
  row({ points, i }) {
    let sum = 0;
    let nulls = 0;
    for (const point of points) {
      if (point === null) nulls += 1;
      else sum += point.x;
    }
    return {
      sum,
      nulls,
      names: points.map((point) => (point === null ? '?' : (point.name ?? '-'))).join(),
      at: points[i]?.x ?? null,
      first: points.filter((point) => point !== null)[0]?.name ?? null,
      found: points.find((point) => point === null || point.x > 3)?.x ?? null,
      length: points.length,
      some: points.some((point) => point?.name === null),
    };
  },
});

/** Results: structs of a column, mapped, chosen, written out. */
export const maybePointsMade = transform({
  input: { points: nullable(list(nullable(struct({ x: float64, name: utf8 })))), s: utf8, n: int32 },
  output: {
    same: nullable(list(nullable(struct({ x: float64, name: utf8 })))),
    scaled: list(nullable(struct({ x: float64, label: nullable(utf8) }))),
    some: list(nullable(struct({ x: float64 }))),
    words: list(nullable(struct({ word: utf8, at: int32, inner: nullable(struct({ flag: bool })) }))),
    written: list(nullable(struct({ x: float64 }))),
    whole: list(struct({ x: float64, name: utf8 })),
  },
  row({ points, s, n }) {
    const given = points ?? [];
    return {
      same: points,
      scaled: given.map((point) => (point === null ? null : { x: point.x * 2, label: point.name === '' ? null : point.name })),
      some: given.slice(1).map((point) => (point && point.x > n ? { x: point.x } : null)),
      words: s.split(' ').map((word, at) => (word === '' ? null : { word, at, inner: at > 1 ? { flag: word > 'b' } : null })),
      written: [{ x: n }, null, { x: 1 }],
      whole: given.filter((point) => point !== null),
    };
  },
});

/** Lists in the structs of lists, and lists of structs in them. */
export const people = transform({
  input: {
    people: list(
      struct({
        name: utf8,
        tags: list(nullable(utf8)),
        homes: nullable(list(nullable(struct({ city: utf8, zip: nullable(int32), at: struct({ lat: float64 }) })))),
      }),
    ),
    n: int32,
  },
  output: {
    people: list(
      struct({
        name: utf8,
        tags: list(nullable(utf8)),
        homes: nullable(list(nullable(struct({ city: utf8, zip: nullable(int32), at: struct({ lat: float64 }) })))),
      }),
    ),
    tagged: list(struct({ tags: list(utf8), size: int32 })),
    cities: utf8,
    lat: nullable(float64),
    made: list(struct({ name: utf8, homes: list(struct({ city: utf8, last: bool })) })),
  },
  row({ people, n }) {
    return {
      people: n > 9 ? [] : people,
      tagged: people.map(({ name, tags }) => ({ tags: [name, ...tags.map((tag) => tag ?? '-')], size: tags.length })),
      cities: people
        .map(({ homes }) => (homes === null ? 'none' : homes.map((home) => (home === null ? '?' : home.city)).join('+')))
        .join('/'),
      lat: people[0]?.homes?.[n]?.at.lat ?? null,
      made: people.map(({ name, tags, homes }) => ({
        name,
        homes: tags.map((tag, at) => ({ city: `${tag}${homes === null ? '' : homes.length}`, last: at === tags.length - 1 })),
      })),
    };
  },
});

/** Lists of lists of structs, with null at every level. */
export const grids = transform({
  input: { rows: nullable(list(nullable(list(nullable(struct({ x: int32, when: timestamp('ms') })))))), s: utf8 },
  output: {
    rows: nullable(list(nullable(list(nullable(struct({ x: int32, when: timestamp('ms') })))))),
    sums: list(nullable(float64)),
    lines: list(list(struct({ part: utf8, at: int32 }))),
    maybe: list(nullable(list(nullable(struct({ part: utf8 }))))),
  },
  row({ rows, s }) {
    const lines = s.split(';').map((line) => line.split(',').map((part, at) => ({ part, at })));
    return {
      rows,
      sums: (rows ?? []).map((row) => (row === null ? null : row.reduce((sum, cell) => sum + (cell?.x ?? 0), 0))),
      lines,
      maybe: lines.map((line) => (line.length > 2 ? null : line.map(({ part }) => (part === '' ? null : { part })))),
    };
  },
});

/** One row per struct, and the list kept beside. */
export const homesOfPeople = expand({
  input: {
    people: list(nullable(struct({ name: utf8, homes: list(struct({ city: utf8, zip: nullable(int32) })) }))),
    places: struct({ all: list(nullable(struct({ x: float64, names: list(utf8) }))) }),
    id: int32,
  },
  output: { name: utf8, city: utf8, rest: list(struct({ zip: nullable(int32) })) },
  keep: ['people', 'places'],
  *rows({ people, id }) {
    for (const person of people) {
      if (person === null) continue;
      for (const { city } of person.homes) if (city.length > id % 3) yield { name: person.name, city, rest: person.homes.map(({ zip }) => ({ zip })) };
    }
  },
});

/** Kept unchanged. */
export const peopleKept = transform({
  input: { people: list(nullable(struct({ name: utf8, homes: nullable(list(struct({ city: utf8 }))) }))), n: int32 },
  output: { n: int32 },
  keep: ['people'],
  row: ({ n }) => ({ n }),
});

/** A value that no column holds fails its row. */
export const peopleTolerated = transform({
  input: { people: list(nullable(struct({ name: utf8, sizes: list(float64) }))), x: nullable(float64) },
  output: {
    people: nullable(list(nullable(struct({ name: utf8, sizes: list(int32) })))),
    whole: nullable(list(struct({ at: struct({ name: utf8 }) }))),
    first: nullable(list(nullable(struct({ x: float64 })))),
  },
  row: ({ people, x }) => ({
    people,
    whole: people.map((_, at) => ({ at: people[at + (x === null ? 1 : 0)] as { name: string; sizes: readonly number[] } })).map(({ at }) => ({ at: { name: at.name } })),
    first: people.map((person) => (person === null ? null : { x: x as number })),
  }),
});

const namesIn = (points: readonly { name: string }[] | null, limit: number) => {
  if (points === null) return -1;
  let length = limit;
  for (const { name } of points) length += name.length;
  return length;
};

/** Nullable lists as arguments of functions, and read again where they are known to be present. */
export const recordsAskedAgain = transform({
  input: { points: nullable(list(nullable(struct({ name: utf8, x: int32 })))), more: nullable(list(struct({ name: utf8 }))), n: int32 },
  output: { length: int32, all: list(nullable(struct({ name: utf8, x: int32 }))), more: int32 },
  where: ({ points, more }) => points !== null || more === null || more.length > 1,
  row: ({ points, more, n }) => ({
    length: namesIn(more, n % 7),
    all: points ?? [],
    more: more === null ? -1 : (more ?? []).length + namesIn(more, 0),
  }),
});

/** Lists in structs in lists in lists in structs, null at every level, with values of every layout at the bottom. */
export const deepest = transform({
  input: {
    root: nullable(
      struct({
        groups: nullable(
          list(
            nullable(
              struct({
                name: nullable(dictionary(utf8)),
                cells: list(
                  nullable(
                    list(
                      nullable(
                        struct({
                          tags: nullable(list(nullable(utf8))),
                          at: nullable(struct({ flag: bool, big: largeUtf8, sizes: list(nullable(int64)) })),
                          bytes: binary,
                        }),
                      ),
                    ),
                  ),
                ),
              }),
            ),
          ),
        ),
        id: int32,
      }),
    ),
    n: int32,
  },
  output: {
    root: nullable(
      struct({
        groups: nullable(
          list(
            nullable(
              struct({
                name: nullable(utf8),
                cells: list(
                  nullable(
                    list(
                      nullable(
                        struct({
                          tags: nullable(list(nullable(utf8))),
                          at: nullable(struct({ flag: bool, big: largeUtf8, sizes: list(nullable(int64)) })),
                          bytes: binary,
                        }),
                      ),
                    ),
                  ),
                ),
              }),
            ),
          ),
        ),
        id: int32,
      }),
    ),
    names: list(nullable(utf8)),
    cells: int32,
    made: list(struct({ of: int32, rows: list(nullable(list(struct({ word: utf8, letters: list(utf8) })))) })),
  },
  row({ root, n }) {
    const groups = root?.groups ?? [];
    return {
      root,
      names: groups.map((group) => (group === null ? '?' : group.name)),
      cells: groups.reduce((sum, group) => sum + (group?.cells.length ?? 0), 0),
      made: groups.map((group, of) => ({
        of,
        rows: (group?.cells ?? []).map((row) =>
          row === null ? null : row.map((cell) => ({ word: `${cell?.at?.big ?? n}`, letters: (cell?.tags ?? []).map((tag) => tag ?? '-') })),
        ),
      })),
    };
  },
});

/** Five lists deep: the code that writes a level is compiled once, not once more per enclosing level. */
const leaf = struct({ a: nullable(int32), b: utf8 });
const level = list(nullable(list(nullable(leaf))));

export const fiveLevels = transform({
  input: { x: nullable(list(list(nullable(list(level))))), n: int32 },
  output: { x: nullable(list(list(nullable(list(level))))), y: list(list(list(list(list(nullable(int32)))))) },
  row: ({ x, n }) => ({
    x: n === 3 ? null : x,
    y: (x ?? []).map((a) => a.map((b) => (b ?? []).map((c) => c.map((d) => (d ?? []).map((e) => e?.a ?? null))))),
  }),
});
