import { dictionary, int32, nullable, transform, utf8 } from 'rowfuse';

export const ofNumbers = transform({
  // @ts-expect-error: dictionaries hold text
  input: { code: dictionary(int32) }, // RF1120
  output: utf8,
  row: () => '',
});

export const ofNulls = transform({
  // @ts-expect-error: null is told of a row
  input: { code: dictionary(nullable(utf8)) }, // RF1120
  output: utf8,
  row: () => '',
});

export const asResult = transform({
  input: { code: utf8 },
  output: dictionary(utf8), // RF1121
  row: ({ code }) => code,
});

export const amongResults = transform({
  input: { code: utf8 },
  output: { code: nullable(dictionary(utf8)) }, // RF1121
  row: ({ code }) => ({ code }),
});

export const asParam = transform({
  input: { code: utf8 },
  params: { word: dictionary(utf8) }, // RF1121
  output: utf8,
  row: ({ code }) => code,
});
