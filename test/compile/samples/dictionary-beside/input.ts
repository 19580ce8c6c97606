import { dictionary, int32, transform, utf8 } from 'rowfuse';

export const rowByRow = transform({
  input: { country: dictionary(utf8), visits: int32 },
  output: utf8,
  row: ({ country, visits }) => `${country} ${visits}`,
});
