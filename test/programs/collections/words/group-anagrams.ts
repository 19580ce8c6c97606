import { list, transform, utf8 } from 'rowfuse';

const keyOf = (word: string) => word.toLowerCase().split('').sort().join('');

/** Groups words that are anagrams of each other. Rosetta Code: Anagrams. */
export const groupAnagrams = transform({
  input: { words: list(utf8) },
  output: list(list(utf8)),
  row({ words }) {
    const groups = new Map<string, string[]>();
    for (const word of words) {
      const key = keyOf(word);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key)!.push(word);
    }
    return [...groups.values()].filter((group) => group.length > 1);
  },
});
