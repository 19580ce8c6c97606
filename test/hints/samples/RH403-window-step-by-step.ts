import { float64, rolling } from 'rowfuse';

export const windowStepByStep = rolling({
  input: { price: float64 },
  output: float64,
  window: { preceding: 99, minPeriods: 0 },
  frame({ price }) {
    let least = Infinity;
    for (const value of price) if (!(value >= least)) least = value;
    return least;
  },
});

export const windowStepByStepFaster = rolling({
  input: { price: float64 },
  output: float64,
  window: { preceding: 99, minPeriods: 0 },
  frame({ price }) {
    let least = Infinity;
    for (const value of price) if (value < least) least = value;
    return least;
  },
});
