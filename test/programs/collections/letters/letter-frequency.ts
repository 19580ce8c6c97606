import { float64, list, struct, transform, utf8 } from 'rowfuse';

/** Computes the share of each letter among the letters of a text, in alphabetical order. Rosetta Code: Letter frequency. */
export const letterFrequency = transform({
  input: { text: utf8 },
  output: list(struct({ letter: utf8, share: float64 })),
  row({ text }) {
    const counts: Record<string, number> = {};
    let total = 0;
    for (const char of text.toLowerCase()) {
      if (char >= 'a' && char <= 'z') {
        counts[char] = (counts[char] ?? 0) + 1;
        total += 1;
      }
    }
    return Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([letter, count]) => ({ letter, share: count / total }));
  },
});
