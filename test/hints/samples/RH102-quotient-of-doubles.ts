import { float64, int32, transform } from 'rowfuse';

export const quotientOfDoubles = transform({
  input: { income: float64 },
  output: int32,
  row({ income }) {
    let rest = Math.abs(income);
    let digits = 0;
    while (rest > 0 && digits < 9) {
      digits++;
      rest = Math.floor(rest / 10);
    }
    return digits;
  },
});

export const quotientOfDoublesFaster = transform({
  input: { income: float64 },
  output: int32,
  row({ income }) {
    let rest = Math.abs(income) | 0;
    let digits = 0;
    while (rest > 0 && digits < 9) {
      digits++;
      rest = (rest / 10) | 0;
    }
    return digits;
  },
});
