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

export const written = transform({
  input: { tags: list(utf8) },
  output: list(utf8), // RF1123
  row: ({ tags }) => tags,
});

export const among = transform({
  input: { tags: list(utf8) },
  output: { tags: list(utf8), first: utf8 }, // RF1123
  row: ({ tags }) => ({ tags, first: tags[0] ?? '' }), // RF1109
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
