import { dictionary, int32, nullable, transform, utf8 } from 'rowfuse';

export const once = transform({
  input: { country: dictionary(utf8), city: nullable(dictionary(utf8)), visits: int32 },
  output: utf8,
  row: ({ country, city }) => `${city ?? '?'}, ${country}`,
});
