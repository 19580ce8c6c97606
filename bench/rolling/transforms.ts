import { float64, nullable, rolling } from 'rowfuse';

/** The moving averages and extremes that the benchmark measures. */
export const mean3000 = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2999 },
  frame: ({ x }) => x.mean(),
});

export const min3000 = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2999 },
  frame: ({ x }) => x.min(),
});
