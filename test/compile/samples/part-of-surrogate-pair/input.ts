import { transform, utf8 } from 'rowfuse';

/** A literal with a surrogate pair may be cut within it: no piece of memory is what is written then. */
export const partOfPair = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${s} 😀`.slice(0, s.length + 2),
});
