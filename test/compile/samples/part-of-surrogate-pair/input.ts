import { transform, utf8 } from 'rowfuse';

/** A literal may be cut within a surrogate pair. The result is then no piece of memory. */
export const partOfPair = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${s} 😀`.slice(0, s.length + 2),
});
