import { list, struct, transform, utf8 } from 'rowfuse';

/** Groups words by their first letter, with the letters in alphabetical order. */
export const groupByFirstLetter = transform({
  input: { words: list(utf8) },
  output: list(struct({ letter: utf8, words: list(utf8) })),
  row({ words }) {
    const groups: Record<string, string[]> = {};
    for (const word of words) {
      if (word.length === 0) continue;
      const letter = word[0].toUpperCase();
      if (!groups[letter]) groups[letter] = [];
      groups[letter].push(word);
    }
    return Object.keys(groups)
      .sort()
      .map((letter) => ({ letter, words: groups[letter] }));
  },
});
