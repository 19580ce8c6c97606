// Lists of structs between the stages of a pipe.
import { binary, bool, expand, float32, int8, int32, list, nullable, pipe, struct, timestamp, transform, utf8 } from 'rowfuse';

/** Gives lists of structs of every origin: nullable or not, as a whole and each, with lists and structs within. */
export const recordsOfText = transform({
  input: { s: utf8, n: int32, given: list(nullable(struct({ name: utf8, at: nullable(int8) }))) },
  output: {
    words: list(struct({ word: utf8, size: int8, third: float32 })),
    some: nullable(list(nullable(struct({ first: utf8, unit: nullable(utf8), letters: list(utf8) })))),
    deep: list(struct({ line: utf8, parts: list(nullable(struct({ part: utf8, size: int32 }))) })),
  },
  keep: ['given'],
  row: ({ s, n }) => ({
    words: s.split(' ').map((word) => ({ word, size: word.length, third: word.length / 3 })),
    some:
      n % 5 === 0
        ? null
        : s
            .split(',')
            .map((part) =>
              part === '' ? null : { first: part.slice(0, 1), unit: part.length > 1 ? part.slice(1, 2) : null, letters: part.split('a') },
            ),
    deep: s
      .split('b')
      .map((line) => ({ line, parts: line.split(' ').map((part) => (part.length > 2 ? null : { part, size: part.length + n })) })),
  }),
});

/** Takes them, some declared nullable that are never null. */
export const recordsTold = transform({
  input: {
    words: nullable(list(nullable(struct({ word: utf8, third: float32 })))),
    some: nullable(list(nullable(struct({ first: utf8, unit: nullable(utf8), letters: list(utf8) })))),
    deep: list(nullable(struct({ parts: list(nullable(struct({ part: utf8, size: int32 }))) }))),
    given: list(nullable(struct({ name: utf8, at: nullable(int8) }))),
  },
  output: {
    text: utf8,
    longest: nullable(struct({ word: utf8, third: float32 })),
    some: nullable(list(struct({ first: utf8, unit: nullable(utf8), letters: list(utf8) }))),
    sizes: list(list(nullable(int32))),
    given: list(nullable(struct({ name: utf8, at: nullable(int8) }))),
  },
  row({ words, some, deep, given }) {
    const there = some?.filter((one) => one !== null) ?? null;
    const longest = words?.find((one) => one !== null && one.word.length > 3) ?? null;
    return {
      text: (words ?? []).map((one) => `${one?.word ?? '?'}${one?.third ?? 0}`).join('+'),
      longest,
      some: there === null ? null : there.map(({ first, unit, letters }) => ({ first, unit, letters })),
      sizes: deep.map((one) => (one === null ? [] : one.parts.map((part) => (part === null ? null : part.size)))),
      given: given.filter((one) => one === null || one.name.length > 1),
    };
  },
});

export const recordsThrough = pipe(recordsOfText, recordsTold);

/** Filters rows, and keeps their lists of structs. */
export const recordsOfSome = transform({
  input: {
    some: nullable(list(struct({ first: utf8, unit: nullable(utf8), letters: list(utf8) }))),
    given: list(nullable(struct({ name: utf8, at: nullable(int8) }))),
  },
  output: { count: int32 },
  keep: ['some', 'given'],
  where: ({ some, given }) => some !== null || given.length > 2,
  row: ({ some, given }) => ({ count: (some?.length ?? -1) + given.length }),
});

export const recordsThroughThree = pipe(recordsOfText, recordsTold, recordsOfSome);
export const recordsTwice = pipe(recordsOfSome, recordsOfSome);

/** One row per struct, with those behind it. */
export const recordsOneByOne = expand({
  input: { given: list(nullable(struct({ name: utf8, at: nullable(int8) }))), flag: bool },
  output: { own: nullable(struct({ name: utf8, at: nullable(int8) })), rest: nullable(list(nullable(struct({ name: utf8 })))) },
  *rows({ given, flag }) {
    for (const [index, one] of given.entries()) {
      if (flag || one !== null)
        yield { own: one, rest: index > 2 ? null : given.slice(index + 1).map((other) => (other === null ? null : { name: other.name })) };
    }
  },
});

export const recordsCounted = transform({
  input: { own: nullable(struct({ name: utf8, at: nullable(int8) })), rest: nullable(list(nullable(struct({ name: utf8 })))) },
  output: { name: utf8, rest: list(struct({ name: utf8, number: int32 })) },
  where: ({ own, rest }) => own !== null || rest !== null,
  row: ({ own, rest }, { index }) => ({
    name: own?.name ?? '-',
    rest: (rest ?? []).map((one) => ({ name: one?.name ?? '?', number: index })),
  }),
});

export const recordsExpanded = pipe(recordsOneByOne, recordsCounted);

/** Fields that their column cannot hold fail the row, as between two calls. */
export const recordsNarrow = transform({
  input: { sizes: list(int32), times: list(timestamp('ms')), datas: list(binary) },
  output: list(struct({ small: int8, time: timestamp('s'), data: nullable(binary) })),
  row: ({ sizes, times, datas }) => sizes.map((small, at) => ({ small, time: times[at] ?? 0, data: small > 0 ? null : (datas[at] ?? null) })),
});
export const recordsWide = transform({
  input: { all: list(struct({ small: int8, time: timestamp('s'), data: nullable(binary) })) },
  output: list(int32),
  row: ({ all }) => all.map(({ small }) => small),
});
export const recordsNarrowed = pipe(recordsNarrow, recordsWide);

/** A field that is null while its struct is present fails the row. */
export const recordsLoose = transform({
  input: { given: list(nullable(struct({ name: nullable(utf8), at: int32 }))) },
  output: { given: list(nullable(struct({ name: utf8, at: int32 }))) },
  row: ({ given }) => ({
    given: given.map((one) => (one === null ? null : { name: one.at % 5 === 0 ? (one.name as string) : `${one.name}`, at: one.at })),
  }),
});
export const recordsNamed = transform({
  input: { given: list(nullable(struct({ name: utf8, at: int32 }))) },
  output: utf8,
  row: ({ given }) => given.map((one) => one?.name ?? '').join(','),
});
export const recordsJudged = pipe(recordsLoose, recordsNamed);
