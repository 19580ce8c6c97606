import { int32, nullable, transform, utf8 } from 'rowfuse';

function distance(a: string, b: string): number {
  const matrix: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    matrix[i] = [i];
  }
  for (let j = 1; j <= b.length; j++) {
    matrix[0][j] = j;
  }
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      if (a.charAt(i - 1) === b.charAt(j - 1)) {
        matrix[i][j] = matrix[i - 1][j - 1];
      } else {
        matrix[i][j] = 1 + Math.min(matrix[i - 1][j - 1], matrix[i][j - 1], matrix[i - 1][j]);
      }
    }
  }
  return matrix[a.length][b.length];
}

/** Counts the edits between two texts with the full matrix, or returns null if one is missing. Rosetta Code: Levenshtein distance. */
export const levenshteinMatrix = transform({
  input: { a: nullable(utf8), b: nullable(utf8) },
  output: nullable(int32),
  row: ({ a, b }) => (a === null || b === null ? null : distance(a, b)),
});
