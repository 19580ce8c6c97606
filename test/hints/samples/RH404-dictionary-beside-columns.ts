import { dictionary, int32, transform, utf8 } from 'rowfuse';

export const dictionaryBesideColumns = transform({
  input: { word: dictionary(utf8), n: int32 },
  output: utf8,
  row: ({ word, n }) => (n < 0 ? '' : word.toUpperCase().padStart(12)),
});

export const dictionaryBesideColumnsFaster = transform({
  input: { word: dictionary(utf8) },
  output: utf8,
  row: ({ word }) => word.toUpperCase().padStart(12),
});
