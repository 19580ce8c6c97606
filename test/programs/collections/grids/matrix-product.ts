import { float64, list, nullable, transform } from 'rowfuse';

/** Multiplies two matrices, or gives null if their sizes do not fit. Rosetta Code: Matrix multiplication. */
export const matrixProduct = transform({
  input: { a: list(list(float64)), b: list(list(float64)) },
  output: nullable(list(list(float64))),
  row({ a, b }) {
    if (a.some((row) => row.length !== b.length)) return null;
    const width = b.length === 0 ? 0 : b[0].length;
    const product: number[][] = [];
    for (let i = 0; i < a.length; i++) {
      product[i] = [];
      for (let j = 0; j < width; j++) {
        let sum = 0;
        for (let k = 0; k < b.length; k++) {
          sum += a[i][k] * b[k][j];
        }
        product[i][j] = sum;
      }
    }
    return product;
  },
});
