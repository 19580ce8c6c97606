import { int32, list, struct, transform, utf8 } from 'rowfuse';

/** Finds, for each word of a text, the word that follows it most often: the first step of a Markov chain over bigrams. */
export const likelySuccessors = transform({
  input: { text: utf8 },
  output: list(struct({ word: utf8, next: utf8, count: int32 })),
  row({ text }) {
    const words = text.split(' ').filter((word) => word !== '');
    const successors = new Map<string, Map<string, number>>();
    for (let i = 0; i + 1 < words.length; i++) {
      let counts = successors.get(words[i]);
      if (counts === undefined) {
        counts = new Map();
        successors.set(words[i], counts);
      }
      counts.set(words[i + 1], (counts.get(words[i + 1]) ?? 0) + 1);
    }

    const result: { word: string; next: string; count: number }[] = [];
    successors.forEach((counts, word) => {
      let next = '';
      let best = 0;
      for (const [candidate, count] of counts) {
        if (count > best) {
          next = candidate;
          best = count;
        }
      }
      result.push({ word, next, count: best });
    });
    return result;
  },
});
