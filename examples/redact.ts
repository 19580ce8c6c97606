import { transform, utf8 } from 'rowfuse';

/** Public names become an initial and a first name; everybody else becomes 'X X'. */
export const redact = transform({
  input: { name: utf8, visibility: utf8 },
  output: utf8,
  row({ name, visibility }) {
    if (visibility !== 'public') return 'X X';
    const space = name.indexOf(' ');
    const first = space < 0 ? name : name.slice(0, space);
    return `${name.charAt(space + 1)} ${first}`;
  },
});
