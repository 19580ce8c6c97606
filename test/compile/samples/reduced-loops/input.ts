import { float64, int32, nullable, rolling } from 'rowfuse';

/** Loops that are sums, extremes and counts, and one that is no reduction. */
export const spread = rolling({
  input: { x: nullable(float64), weight: float64 },
  output: { mean: float64, range: float64, high: int32, decayed: float64 },
  window: { preceding: 99, minPeriods: 0 },
  params: { limit: float64 },
  reorder: true,
  frame({ x, weight }, { params }) {
    let sum = 0;
    let least = Infinity;
    for (const [i, value] of x.entries()) {
      if (value === null) continue;
      sum += value * weight[i]!;
      if (value < least) least = value;
    }
    let decayed = 0;
    for (const value of weight) decayed = decayed / 2 + value;
    const total = weight.reduce((all, one) => all + one, 0);
    const high = x.filter((value) => value !== null && value > params.limit).length;
    return { mean: sum / total, range: Math.max(...weight) - least, high, decayed };
  },
});
