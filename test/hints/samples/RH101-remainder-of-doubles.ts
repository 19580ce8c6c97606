import { float64, int32, list, transform } from 'rowfuse';

export const remainderOfDoubles = transform({
  input: { items: list(float64) },
  output: int32,
  row({ items }) {
    let count = 0;
    for (const item of items) if (item % 3 === 0) count++;
    return count;
  },
});

export const remainderOfDoublesFaster = transform({
  input: { items: list(float64) },
  output: int32,
  row({ items }) {
    let count = 0;
    for (const item of items) if ((item | 0) % 3 === 0) count++;
    return count;
  },
});
