import { transform, utf8 } from 'rowfuse';

/** Statements as filter. */
export const decided = transform({
  input: { s: utf8 },
  output: utf8,
  where({ s }) {
    if (s.startsWith('#')) return false;
    const end = s.indexOf(' ');
    return end > 0;
  },
  row: ({ s }) => s.slice(0, s.indexOf(' ')),
});
