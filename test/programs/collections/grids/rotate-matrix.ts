import { int32, list, transform } from 'rowfuse';

/** Rotates a matrix clockwise by quarter turns: transposes it, then reverses each row. */
export const rotateMatrix = transform({
  input: { matrix: list(list(int32)), turns: int32 },
  output: list(list(int32)),
  row({ matrix, turns }) {
    let result: number[][] = matrix.map((row) => [...row]);
    for (let turn = 0; turn < turns % 4; turn++) {
      if (result.length === 0) return [];
      const transposed = result[0].map((_, column) => result.map((row) => row[column]));
      result = transposed.map((row) => row.reverse());
    }
    return result;
  },
});
