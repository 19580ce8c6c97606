import { transform, utf8 } from 'rowfuse';

export const typeError = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }) => name.lenght, // TS2551
});
