import { float64, nullable, rolling, timestamp, utf8 } from 'rowfuse';

export const hourly = rolling({
  input: { shop: utf8, time: timestamp('ms'), amount: nullable(float64) },
  output: { mean: nullable(float64), shown: nullable(utf8) },
  window: { on: 'time', range: '1h', minPeriods: 2 },
  partitionBy: 'shop',
  frame: ({ time, amount }) => ({ mean: amount.mean(), shown: `${amount.max()} of ${time.length}` }),
});
