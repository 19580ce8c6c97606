import { list, transform, utf8 } from 'rowfuse';

/** Pieces of pieces are stored one by one, in memory of the row. */
export const cells = transform({
  input: { s: utf8 },
  output: list(list(utf8)),
  row: ({ s }) => s.split(';').map((line) => line.split(',')),
});
