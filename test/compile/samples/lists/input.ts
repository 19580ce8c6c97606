import { float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

export const tagged = transform({
  input: { id: int32, tags: list(utf8), scores: nullable(list(nullable(float64))) },
  output: utf8,
  row({ id, tags, scores }) {
    let best = 0;
    if (scores) for (const score of scores) best = Math.max(best, score ?? 0);
    return `${id}: ${tags[0] ?? 'none'} of ${tags.length}, ${best}`;
  },
});
