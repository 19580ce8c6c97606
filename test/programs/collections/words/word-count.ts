import { int32, list, struct, transform, utf8 } from 'rowfuse';

/** Counts each word of a text, in the order of first appearance. Exercism: Word Count. */
export const wordCount = transform({
  input: { text: utf8 },
  output: list(struct({ word: utf8, count: int32 })),
  row({ text }) {
    const counts = new Map<string, number>();
    for (const word of text.toLowerCase().match(/[a-z0-9]+('[a-z]+)?/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return [...counts].map(([word, count]) => ({ word, count }));
  },
});
