import { float64, int8, list, transform } from 'rowfuse';

/** A list may have 2^31 - 1 elements, so two steps for each leave 32 bits. */
export const steps = transform({
  input: { values: list(int8) },
  output: float64,
  row({ values }) {
    let once = 0;
    let twice = 0;
    for (const value of values) {
      if (value > 0) once += 1;
      if (value > 1) twice += 2;
    }
    return once + twice;
  },
});
