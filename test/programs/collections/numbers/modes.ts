import { float64, list, transform } from 'rowfuse';

/** Lists the numbers that occur most often, in ascending order. Rosetta Code: Averages/Mode. */
export const modes = transform({
  input: { numbers: list(float64) },
  output: list(float64),
  row({ numbers }) {
    const counts = numbers.reduce((map, n) => map.set(n, (map.get(n) || 0) + 1), new Map<number, number>());
    const most = Math.max(...counts.values());
    return [...counts.entries()]
      .filter(([, count]) => count === most)
      .map(([number]) => number)
      .sort((a, b) => a - b);
  },
});
