import { float64, int32, list, transform } from 'rowfuse';

/** Computes the maximum of every window of a given size with a deque of indices. */
export const slidingWindowMaximum = transform({
  input: { values: list(float64), size: int32 },
  output: list(float64),
  row({ values, size }) {
    const maxima: number[] = [];
    const deque: number[] = [];
    for (let i = 0; i < values.length; i++) {
      if (deque.length > 0 && deque[0] <= i - size) deque.shift();
      while (deque.length > 0 && values[deque[deque.length - 1]] <= values[i]) deque.pop();
      deque.push(i);
      if (i >= size - 1) maxima.push(values[deque[0]]);
    }
    return maxima;
  },
});
