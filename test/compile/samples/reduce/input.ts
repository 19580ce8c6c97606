import { aggregate, float64, reduce, utf8 } from 'rowfuse';

const smoothing = 0.5;

const mix = (a: number, b: number) => a * smoothing + b;

export const smoothed = aggregate({
  input: { city: utf8, price: float64 },
  key: 'city',
  output: {
    price: reduce({
      input: { price: float64 },
      state: { level: float64 },
      output: float64,
      init: () => ({ level: 0 }),
      step: ({ level }, { price }) => ({ level: mix(level, price) }),
      merge: (a, b) => ({ level: mix(a.level, b.level) }),
      finish: ({ level }) => level,
    }),
  },
});
