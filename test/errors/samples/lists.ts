import { binary, dictionary, float64, list, nullable, transform, utf8 } from 'rowfuse';

export const ofLists = transform({
  input: { points: list(list(float64)) }, // RF1122
  output: utf8,
  row: () => '',
});

export const ofBytes = transform({
  input: { parts: nullable(list(binary)) }, // RF1122
  output: utf8,
  row: () => '',
});

export const ofDictionaries = transform({
  input: { words: list(dictionary(utf8)) }, // RF1122
  output: utf8,
  row: () => '',
});

export const ofNumbers = transform({
  input: { s: utf8 },
  output: list(float64),
  // @ts-expect-error: these are strings
  row: ({ s }) => s.split(','), // RF1303
});

export const ofOneValue = transform({
  input: { s: utf8 },
  output: { tags: list(utf8), first: utf8 },
  // @ts-expect-error: a string is no list
  row: ({ s }) => ({ tags: s, first: s }), // RF1303
});

export const ofSeveralKinds = transform({
  input: { s: utf8 },
  output: list(utf8),
  // @ts-expect-error: not all of these are strings
  row: ({ s }) => [s, s.length], // RF1303
});

export const ofObjects = transform({
  input: { tags: list(utf8) },
  output: list(utf8),
  // @ts-expect-error: these are objects
  row: ({ tags }) => tags.map((tag) => ({ tag })), // RF1203
});

export const passed = transform({
  input: { s: utf8 },
  params: { words: list(utf8) }, // RF1123
  output: utf8,
  row: ({ s }) => s,
});

export const changed = transform({
  input: { tags: list(utf8) },
  output: utf8,
  row({ tags }) {
    // @ts-expect-error: a list is frozen
    tags.push('more'); // RF1203
    return tags.join();
  },
});
