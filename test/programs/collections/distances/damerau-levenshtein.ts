import { int32, transform, utf8 } from 'rowfuse';

/** Counts the edits between two texts, where two exchanged neighbours are one edit (optimal string alignment). */
export const damerauLevenshtein = transform({
  input: { source: utf8, target: utf8 },
  output: int32,
  row({ source, target }) {
    const rows = source.length + 1;
    const columns = target.length + 1;
    const d: number[][] = Array.from({ length: rows }, () => Array(columns).fill(0));
    for (let i = 0; i < rows; i++) d[i][0] = i;
    for (let j = 0; j < columns; j++) d[0][j] = j;

    for (let i = 1; i < rows; i++) {
      for (let j = 1; j < columns; j++) {
        const cost = source.charCodeAt(i - 1) === target.charCodeAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost);
        if (i > 1 && j > 1 && source[i - 1] === target[j - 2] && source[i - 2] === target[j - 1]) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[source.length][target.length];
  },
});
