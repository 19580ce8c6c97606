import { bool, float64, int32, int64, list, nullable, struct, transform, utf8 } from 'rowfuse';

/** Lists of every origin, structs of them and lists of structs, none of which is null. */
export const residentMade = transform({
  input: { line: utf8, n: int32, rows: list(list(utf8)) },
  output: {
    words: list(utf8),
    sizes: list(int32),
    flags: list(bool),
    rows: list(list(utf8)),
    pieces: list(struct({ word: utf8, at: int32 })),
    place: struct({ first: utf8, tags: list(utf8) }),
  },
  row({ line, n, rows }) {
    const words = line.split(' ');
    return {
      words,
      sizes: words.map((word) => word.length + n),
      flags: words.map((word) => word === ''),
      rows: rows.filter((row) => row.length !== n),
      pieces: words.map((word, at) => ({ word, at })),
      place: { first: line.slice(0, 1), tags: words.slice(1) },
    };
  },
});

/** Takes them as nullable everywhere, and passes them on with nulls. */
export const residentWithNulls = transform({
  input: {
    words: nullable(list(nullable(utf8))),
    sizes: list(nullable(int32)),
    flags: list(nullable(bool)),
    rows: nullable(list(nullable(list(nullable(utf8))))),
    pieces: nullable(list(struct({ word: nullable(utf8), at: int32 }))),
    place: nullable(struct({ first: utf8, tags: nullable(list(nullable(utf8))) })),
  },
  output: {
    words: nullable(list(nullable(utf8))),
    sizes: list(nullable(int32)),
    flags: list(nullable(bool)),
    rows: nullable(list(nullable(list(nullable(utf8))))),
    pieces: nullable(list(struct({ word: nullable(utf8), at: int32 }))),
    place: nullable(struct({ first: utf8, tags: nullable(list(nullable(utf8))) })),
  },
  row({ words, sizes, flags, rows, pieces, place }) {
    return {
      words: words === null || words.length > 3 ? null : words.map((word) => (word === '' ? null : word)),
      sizes: sizes.map((size) => (size === 2 ? null : size)),
      flags: flags.map((flag) => (flag ? null : flag)),
      rows: rows === null ? null : rows.filter((row) => row !== null && row.length > 0),
      pieces:
        pieces === null || pieces.length === 2
          ? null
          : pieces.map(({ word, at }) => ({ word: word === 'a' ? null : word, at })),
      place: place === null || place.first === ' ' ? null : { first: `${place.first}!`, tags: place.tags },
    };
  },
});

/** Reads all of it. */
export const residentTold = transform({
  input: {
    words: nullable(list(nullable(utf8))),
    sizes: list(nullable(int32)),
    flags: list(nullable(bool)),
    rows: nullable(list(nullable(list(nullable(utf8))))),
    pieces: nullable(list(struct({ word: nullable(utf8), at: int32 }))),
    place: nullable(struct({ first: utf8, tags: nullable(list(nullable(utf8))) })),
  },
  output: { text: utf8, sum: float64 },
  row({ words, sizes, flags, rows, pieces, place }) {
    const told = rows === null ? '-' : rows.map((row) => (row === null ? '-' : row.join('+'))).join('/');
    const spoken = pieces === null ? '-' : pieces.map(({ word, at }) => `${word ?? '-'}${at}`).join('/');
    const tags = place === null ? '-' : `${place.first}:${place.tags === null ? '-' : place.tags.join('+')}`;
    let sum = 0;
    for (const size of sizes) sum += size ?? 0;
    for (const flag of flags) sum += flag === null ? 100 : 1;
    return { text: `${words === null ? '-' : words.join('+')} ${told} ${spoken} ${tags}`, sum };
  },
});

/** Declares no nulls among the elements. */
export const residentStrict = transform({
  input: { words: list(utf8), sizes: list(int32) },
  output: { longest: utf8, sum: int64 },
  row({ words, sizes }) {
    let sum = 0n;
    for (const size of sizes) sum += BigInt(size);
    return { longest: words.reduce((best, word) => (word.length > best.length ? word : best), ''), sum };
  },
});

/** Rows that fail because of an element, and filtered and expanded rows. */
export const residentFailing = transform({
  input: { sizes: list(int32), words: list(utf8) },
  output: { small: nullable(list(int32)) },
  where: ({ words }) => words.length !== 2,
  row: ({ sizes }) => ({ small: sizes.map((size) => size * 1e9) }),
});

/** Structs in lists, with lists of such in them: none nullable, and some. */
export const residentNested = transform({
  input: { line: utf8, n: int32 },
  output: {
    people: list(struct({ name: utf8, homes: list(struct({ city: utf8, zip: int32 })) })),
    some: nullable(list(nullable(struct({ name: utf8, tags: list(utf8) })))),
  },
  row: ({ line, n }) => ({
    people: line.split(' ').map((name) => ({ name, homes: name.split('e').map((city) => ({ city, zip: city.length + n })) })),
    some: n < 0 ? null : line.split(' ').map((name) => (name.length > 2 ? null : { name, tags: name.split('') })),
  }),
});

/** Lists of structs that may all be null, and some are. */
export const residentNestedLoose = transform({
  input: {
    people: nullable(
      list(nullable(struct({ name: utf8, homes: nullable(list(nullable(struct({ city: utf8, zip: nullable(int32) })))) }))),
    ),
    some: nullable(list(nullable(struct({ name: nullable(utf8), tags: list(nullable(utf8)) })))),
  },
  output: {
    people: nullable(
      list(nullable(struct({ name: utf8, homes: nullable(list(nullable(struct({ city: utf8, zip: nullable(int32) })))) }))),
    ),
    some: nullable(list(nullable(struct({ name: nullable(utf8), tags: list(nullable(utf8)) })))),
    told: utf8,
  },
  row: ({ people, some }) => ({
    people:
      people === null
        ? null
        : people.map((one) =>
            one === null
              ? null
              : {
                  name: one.name,
                  homes:
                    one.homes === null || one.homes.length > 2
                      ? null
                      : one.homes.map((home) => (home === null || home.city === '' ? null : { city: home.city, zip: home.zip })),
                },
          ),
    some: some === null ? null : some.map((one) => (one === null ? null : { name: one.name, tags: one.tags })),
    told: (people ?? []).map((one) => `${one?.name}:${(one?.homes ?? []).map((home) => home?.zip ?? 0).join('+')}`).join(' '),
  }),
});

/** Lists of structs none of which may be null. */
export const residentNestedStrict = transform({
  input: { people: list(struct({ name: utf8, homes: list(struct({ city: utf8, zip: int32 })) })) },
  output: { cities: utf8 },
  row: ({ people }) => ({
    cities: people.map(({ name, homes }) => `${name}${homes.map(({ city, zip }) => `${city}${zip}`).join('/')}`).join(),
  }),
});
