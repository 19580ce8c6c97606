import { float64, int32, nullable, transform } from 'rowfuse';

/** An expression as filter, whose narrowing holds in `row`. */
export const present = transform({
  input: { id: int32, x: nullable(float64) },
  output: float64,
  keep: ['id'],
  where: ({ x }) => x !== null && x > 0,
  row: ({ x }) => (x ?? 0) * 2,
});
