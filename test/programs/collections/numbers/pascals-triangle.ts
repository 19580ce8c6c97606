import { int32, list, transform } from 'rowfuse';

/** Lists the rows of Pascal's triangle. Exercism: Pascal's Triangle. */
export const pascalsTriangle = transform({
  input: { rows: int32 },
  output: list(list(int32)),
  row({ rows }) {
    const triangle: number[][] = [];
    for (let i = 0; i < rows; i++) {
      const row = [1];
      for (let j = 1; j <= i; j++) {
        row.push(triangle[i - 1][j - 1] + (triangle[i - 1][j] ?? 0));
      }
      triangle.push(row);
    }
    return triangle;
  },
});
