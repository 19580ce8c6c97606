import { int32, list, struct, transform } from 'rowfuse';

/** Computes the greatest value of items that fit into a knapsack. Exercism: Knapsack. */
export const knapsack = transform({
  input: { capacity: int32, items: list(struct({ weight: int32, value: int32 })) },
  output: int32,
  row({ capacity, items }) {
    const best = new Int32Array(capacity + 1);
    for (const { weight, value } of items) {
      for (let room = capacity; room >= weight; room--) {
        best[room] = Math.max(best[room], best[room - weight] + value);
      }
    }
    return best[capacity];
  },
});
