import { float64, nullable, rolling } from 'rowfuse';

/** The mean of each price and the 2999 before it; null for rows with fewer prices before. */
export const movingMean = rolling({
  input: { price: float64 },
  output: nullable(float64),
  window: { preceding: 2999 },
  frame: ({ price }) => price.mean(),
});

/** The moving mean by a loop, which adds in exactly the order in which it is written. */
export const movingMeanByLoop = rolling({
  input: { price: float64 },
  output: nullable(float64),
  window: { preceding: 2999 },
  frame({ price }) {
    let sum = 0;
    for (const value of price) sum += value;
    return sum / price.length;
  },
});
