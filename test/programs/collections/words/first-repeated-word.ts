import { nullable, transform, utf8 } from 'rowfuse';

/** Finds the first word that occurs a second time, or null. */
export const firstRepeatedWord = transform({
  input: { text: utf8 },
  output: nullable(utf8),
  row({ text }) {
    const seen = new Set<string>();
    for (const word of text.split(' ')) {
      if (word === '') continue;
      const key = word.toLowerCase();
      if (seen.has(key)) return word;
      seen.add(key);
    }
    return null;
  },
});
