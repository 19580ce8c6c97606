import { float64, int32, transform } from 'rowfuse';

function fib(n: number, memo: Map<number, number>): number {
  if (n < 2) return n;
  const known = memo.get(n);
  if (known !== undefined) return known;
  const value = fib(n - 1, memo) + fib(n - 2, memo);
  memo.set(n, value);
  return value;
}

/** Computes a Fibonacci number by recursion with a memo. Rosetta Code: Fibonacci sequence. */
export const fibonacci = transform({
  input: { n: int32 },
  output: float64,
  row: ({ n }) => fib(n, new Map()),
});
