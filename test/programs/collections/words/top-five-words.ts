import { list, transform, utf8 } from 'rowfuse';

interface Entry {
  word: string;
  count: number;
}

/** Lists the five most frequent words of a text; words with equal counts stand in the order of first appearance. */
export const topFiveWords = transform({
  input: { text: utf8 },
  output: list(utf8),
  row({ text }) {
    const entries = new Map<string, Entry>();
    for (const word of text.toLowerCase().split(/\W+/)) {
      if (!word) continue;
      const entry = entries.get(word);
      if (entry) {
        entry.count++;
      } else {
        entries.set(word, { word, count: 1 });
      }
    }
    return Array.from(entries.values())
      .sort((a, b) => b.count - a.count)
      .slice(0, 5)
      .map((entry) => entry.word);
  },
});
