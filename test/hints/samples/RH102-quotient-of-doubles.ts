import { int32, transform } from 'rowfuse';

export const quotientOfDoubles = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = n;
    let digits = 0;
    do {
      digits++;
      rest = Math.floor(rest / 10);
    } while (rest > 0);
    return digits;
  },
});

export const quotientOfDoublesFaster = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = n;
    let digits = 0;
    do {
      digits++;
      rest = (rest / 10) | 0;
    } while (rest > 0);
    return digits;
  },
});
