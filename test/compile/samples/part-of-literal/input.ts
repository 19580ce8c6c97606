import { transform, utf8 } from 'rowfuse';

/** A part of a long literal is a piece that lies among the constants. */
export const partOfLiteral = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${s.slice(1)} is a name, ${'and a long one'.slice(s.length)}`,
});
