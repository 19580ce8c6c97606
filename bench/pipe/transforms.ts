import { nullable, pipe, transform, utf8 } from 'rowfuse';

/** Returns a name without the white space around it. */
export const trimmed = transform({
  input: { name: utf8, visibility: utf8 },
  output: { name: utf8, visibility: utf8 },
  row: ({ name, visibility }) => ({ name: name.trim(), visibility }),
});

/** Names that may be shown. */
export const visible = transform({
  input: { name: utf8, visibility: utf8 },
  output: { name: utf8 },
  where: ({ visibility }) => visibility === 'public',
  row: ({ name }) => ({ name }),
});

/** The last name and the first, in capitals. */
export const labels = transform({
  input: { name: utf8 },
  output: nullable(utf8),
  row({ name }) {
    const space = name.indexOf(' ');
    return space < 0 ? null : `${name.slice(space + 1).toUpperCase()}, ${name.slice(0, space)}`;
  },
});

export const visibleLabels = pipe(trimmed, visible, labels);
