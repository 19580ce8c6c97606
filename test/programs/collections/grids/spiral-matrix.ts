import { int32, list, transform } from 'rowfuse';

/** Fills a square matrix with 1, 2, 3… in a spiral from its corner inwards. Exercism: Spiral Matrix. */
export const spiralMatrix = transform({
  input: { size: int32 },
  output: list(list(int32)),
  row({ size }) {
    const matrix: number[][] = Array.from({ length: size }, () => Array(size).fill(0));
    let top = 0;
    let bottom = size - 1;
    let left = 0;
    let right = size - 1;
    let next = 1;
    while (top <= bottom && left <= right) {
      for (let column = left; column <= right; column++) matrix[top][column] = next++;
      top++;
      for (let row = top; row <= bottom; row++) matrix[row][right] = next++;
      right--;
      for (let column = right; column >= left; column--) matrix[bottom][column] = next++;
      bottom--;
      for (let row = bottom; row >= top; row--) matrix[row][left] = next++;
      left++;
    }
    return matrix;
  },
});
