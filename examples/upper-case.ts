import { transform, utf8 } from 'rowfuse';

/** Full Unicode mapping; ASCII text is mapped while it is copied. */
export const upperCase = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.toUpperCase(),
});
