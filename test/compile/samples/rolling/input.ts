import { float64, nullable, rolling } from 'rowfuse';

/** Each computation over a whole window is a reduction, beside a loop over the windows. */
export const trend = rolling({
  input: { x: float64, weight: nullable(float64) },
  output: { mean: nullable(float64), spread: nullable(float64), falls: nullable(float64) },
  window: { preceding: 9, following: 2, minPeriods: 4 },
  frame({ x, weight }) {
    let falls = 0;
    for (let i = 1; i < x.length; i++) if (x[i]! < x[i - 1]!) falls += weight[i] ?? 1;
    return { mean: x.mean(), spread: x.max() - x.min(), falls };
  },
});
