import { int32, list, struct, transform, utf8 } from 'rowfuse';

/** Inverts a dictionary from scores to letters into one from letters to scores, in alphabetical order. Exercism: ETL. */
export const etl = transform({
  input: { scores: list(struct({ score: int32, letters: list(utf8) })) },
  output: list(struct({ letter: utf8, score: int32 })),
  row({ scores }) {
    const old: Record<number, string[]> = {};
    for (const { score, letters } of scores) old[score] = [...letters];

    const transformed: Record<string, number> = {};
    Object.entries(old).forEach(([score, letters]) => {
      letters.forEach((letter) => {
        transformed[letter.toLowerCase()] = Number(score);
      });
    });
    return Object.keys(transformed)
      .sort()
      .map((letter) => ({ letter, score: transformed[letter] }));
  },
});
