import { int32, transform, utf8 } from 'rowfuse';

/** Counts the edits between two texts with two rows that are swapped. Rosetta Code: Levenshtein distance. */
export const levenshteinTwoRows = transform({
  input: { a: utf8, b: utf8 },
  output: int32,
  row({ a, b }) {
    if (a === b) return 0;
    if (a.length === 0) return b.length;
    if (b.length === 0) return a.length;

    let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
    let current = new Array<number>(b.length + 1).fill(0);
    for (let i = 1; i <= a.length; i++) {
      current[0] = i;
      for (let j = 1; j <= b.length; j++) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost);
      }
      [previous, current] = [current, previous];
    }
    return previous[b.length];
  },
});
