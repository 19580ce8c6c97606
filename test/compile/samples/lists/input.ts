import { float64, int8, int32, list, nullable, transform, utf8 } from 'rowfuse';

export const tagged = transform({
  input: { id: int32, tags: list(utf8), scores: nullable(list(nullable(float64))) },
  output: utf8,
  row({ id, tags, scores }) {
    let best = 0;
    if (scores) for (const score of scores) best = Math.max(best, score ?? 0);
    return `${id}: ${tags[0] ?? 'none'} of ${tags.length}, ${best}`;
  },
});

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
