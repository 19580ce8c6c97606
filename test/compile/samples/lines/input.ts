// Lines as rows of a transform, cut by a text of two characters.
import { lines, transform, utf8 } from 'rowfuse';

export const records = transform({
  input: lines({ separator: '|\u00e9' }),
  output: utf8,
  row: ({ line }) => line.trim(),
});
