import { transform, utf8 } from 'rowfuse';

/** Finds the first of the longest substrings without a repeated character. */
export const longestUniqueSubstring = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const lastSeen = new Map<string, number>();
    let start = 0;
    let bestStart = 0;
    let bestLength = 0;
    for (let end = 0; end < text.length; end++) {
      const char = text[end];
      const previous = lastSeen.get(char);
      if (previous !== undefined && previous >= start) {
        start = previous + 1;
      }
      lastSeen.set(char, end);
      if (end - start + 1 > bestLength) {
        bestStart = start;
        bestLength = end - start + 1;
      }
    }
    return text.substring(bestStart, bestStart + bestLength);
  },
});
