import { transform, utf8 } from 'rowfuse';

/** The smallest transform: one view of one column. */
export const initial = transform({
  input: { name: utf8, unused: utf8 },
  output: utf8,
  row: ({ name }) => name.charAt(0),
});
