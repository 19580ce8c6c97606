import { dictionary, int32, transform, utf8 } from 'rowfuse';

export const dictionaryBesideColumns = transform({
  input: { word: dictionary(utf8), n: int32 },
  output: { word: utf8, even: int32 },
  row: ({ word, n }) => ({ word: word.toUpperCase().padStart(12), even: n & 1 }),
});

export const dictionaryBesideColumnsFaster = transform({
  input: { word: dictionary(utf8) },
  output: utf8,
  row: ({ word }) => word.toUpperCase().padStart(12),
});
