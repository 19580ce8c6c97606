import { int32, transform, utf8 } from 'rowfuse';

/** The second field, found without an array. */
export const field = transform({
  input: { line: utf8 },
  output: utf8,
  row: ({ line }) => line.split(',')[1] ?? '',
});

/** A loop, with the function inside. */
export const longest = transform({
  input: { text: utf8 },
  output: { word: utf8, count: int32 },
  row({ text }) {
    const words = text.split(' ').filter((word) => word !== '');
    const word = words.reduce((longest, other) => (other.length > longest.length ? other : longest), '');
    return { word, count: words.length };
  },
});

/** Padding and replacement are written where they stand. */
export const account = transform({
  input: { number: int32, owner: utf8 },
  output: utf8,
  row: ({ number, owner }) => `${number}`.padStart(8, '0') + owner.replaceAll(' ', '-').replace('--', '-'),
});
