import { float64, int8, list, nullable, transform, utf8 } from 'rowfuse';

/** The pieces of a text, and numbers computed from them, each as a list. */
export const taggedLines = transform({
  input: { line: utf8, scores: nullable(list(nullable(float64))) },
  output: { tags: list(utf8), scores: nullable(list(nullable(float64))), marks: list(int8) },
  row({ line, scores }) {
    const marks: number[] = [];
    for (const score of scores ?? []) if (score !== null) marks.push(Math.round(score));
    return { tags: line.split(','), scores, marks };
  },
});
