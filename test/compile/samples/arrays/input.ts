import { int32, transform, utf8 } from 'rowfuse';

/** A field that is found without an array, loops with inlined functions, and text that is written in place. */
export const arrays = transform({
  input: { line: utf8, text: utf8, number: int32 },
  output: { field: utf8, longest: utf8, count: int32, account: utf8 },
  row({ line, text, number }) {
    const words = text.split(' ').filter((word) => word !== '');
    return {
      field: line.split(',')[1] ?? '',
      longest: words.reduce((longest, other) => (other.length > longest.length ? other : longest), ''),
      count: words.length,
      account: `${number}`.padStart(8, '0') + text.replace('--', '-'),
    };
  },
});
