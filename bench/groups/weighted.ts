import { aggregate, float64, int32, nullable, reduce } from 'rowfuse';

export const weightedPrices = aggregate({
  input: { symbol: int32, price: float64, volume: float64 },
  key: 'symbol',
  output: {
    price: reduce({
      input: { price: float64, volume: float64 },
      state: { total: float64, volume: float64 },
      output: nullable(float64),
      init: () => ({ total: 0, volume: 0 }),
      step: (state, { price, volume }) => ({ total: state.total + price * volume, volume: state.volume + volume }),
      merge: (earlier, later) => ({ total: earlier.total + later.total, volume: earlier.volume + later.volume }),
      finish: ({ total, volume }) => (volume === 0 ? null : total / volume),
    }),
  },
});
