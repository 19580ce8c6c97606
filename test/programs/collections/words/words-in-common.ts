import { list, transform, utf8 } from 'rowfuse';

/** Lists the words that two texts share, in alphabetical order. */
export const wordsInCommon = transform({
  input: { first: utf8, second: utf8 },
  output: list(utf8),
  row({ first, second }) {
    const words = new Set(first.trim().split(/\s+/));
    const common = new Set<string>();
    for (const word of second.trim().split(/\s+/)) {
      if (word !== '' && words.has(word)) common.add(word);
    }
    return [...common].sort();
  },
});
