import { float64, transform } from 'rowfuse';

const sum = (n: number): number =>
  n + 1 + n + 2 + n + 3 + n + 4 + n + 5 + n + 6 + n + 7 + n + 8 + n + 9 + n + 10 + n + 11 + n + 12 + n + 13 + n + 14 + n + 15 + n + 16;
const sums = (n: number): number => sum(n) + sum(n) + sum(n) + sum(n) + sum(n) + sum(n) + sum(n) + sum(n) + sum(n) + sum(n);
const more = (n: number): number => sums(n) + sums(n) + sums(n) + sums(n) + sums(n) + sums(n) + sums(n) + sums(n) + sums(n) + sums(n);
const many = (n: number): number => more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n);

/** Each function is small, but with all calls inlined there are 120,000 expressions. */
export const multiplied = transform({ // RF1504
  input: { x: float64 },
  output: float64,
  row: ({ x }) => many(x) + many(x) + many(x),
});
