// Keys and aggregates from structs and lists, beside unused results; columns that stages keep.
import {
  aggregate, collect, count, expand, float64, int8, int32, int64, list, max, min, nullable, pipe, struct, sum, timestamp, transform, utf8,
} from 'rowfuse';

const placesWithTags = transform({
  input: {
    place: nullable(struct({ city: utf8, at: struct({ lat: nullable(float64), lon: float64 }) })),
    tags: list(nullable(utf8)),
    counts: nullable(list(int32)),
  },
  output: { city: nullable(utf8), lat: nullable(float64), tags: int32, total: int32, echo: list(nullable(utf8)), at: struct({ lon: float64 }) },
  row: ({ place, tags, counts }) => ({
    city: place?.city ?? null,
    lat: place?.at.lat ?? null,
    tags: tags.length,
    total: (counts ?? []).reduce((sum, n) => (sum + n) | 0, 0),
    echo: tags,
    at: { lon: place?.at.lon ?? 0 },
  }),
});
export const groupsOfPlaces = aggregate({
  from: placesWithTags,
  key: 'city',
  output: { n: count(), lowest: min('lat'), tags: sum('tags'), most: max('total') },
});

export const groupsBesideStructs = aggregate({
  input: { place: struct({ city: utf8 }), tags: list(utf8), n: int32 },
  key: 'n',
  output: { rows: count() },
});

const taggedRows = expand({
  input: { id: int32, time: timestamp('s'), tags: list(utf8), place: struct({ city: utf8 }) },
  output: { tag: utf8 },
  keep: ['time', 'id', 'place'],
  *rows({ tags }) {
    for (const tag of tags) yield { tag: tag.trim() };
  },
});
export const groupsOfKept = aggregate({
  from: taggedRows,
  key: ['tag', 'time'],
  output: { ids: collect('id'), n: count() },
});

const namedTags = transform({
  input: { tag: utf8, id: int32 },
  output: { name: utf8 },
  keep: ['id'],
  where: ({ tag }) => tag !== '',
  row: ({ tag, id }) => ({ name: `${tag}${id % 2}` }),
});
const taggedNames = pipe(taggedRows, namedTags);
export const groupsOfKeptInPipe = aggregate({ from: taggedNames, key: 'name', output: { lowest: min('id'), n: count('name') } });

/** A column that no key or aggregate uses is not validated, but its row still fails if computing it fails. */
const failingBeside = transform({
  input: { n: int32, s: utf8 },
  output: { n: int32, half: int64, small: int8, again: utf8, parts: list(utf8) },
  row: ({ n, s }) => ({ n, half: BigInt(n / 2), small: n, again: s.repeat((n % 4) + 2), parts: s.split(',') }),
});
export const groupsBesideFailing = aggregate({ from: failingBeside, key: [], output: { rows: count(), total: sum('n') } });
