import { int32, transform, utf8 } from 'rowfuse';

/** Columns that stay in place do not reach the row function. */
export const besideKept = transform({
  input: { id: int32, name: utf8 },
  output: { initial: utf8 },
  keep: ['id', 'name'],
  row: ({ name }) => ({ initial: name.charAt(0) }),
});
