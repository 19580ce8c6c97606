import { transform, utf8 } from 'rowfuse';

const separator = ' – ';
const greeting = `Hello${separator}`;
const longest = 4 * 10 - 1;
const strict = !false;

/** Constants are evaluated from their syntax, and branches that they decide are dropped. */
export const captures = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    if (!strict) return 'never';
    return name.length > longest ? greeting + name.slice(0, longest) : greeting + name;
  },
});
