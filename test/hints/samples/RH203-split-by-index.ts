import { int32, transform, utf8 } from 'rowfuse';

export const splitByIndex = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let longest = 0;
    for (let i = 0; i < text.length; i++) {
      const word = text.split(' ')[i];
      if (word === undefined) break;
      longest = Math.max(longest, word.length);
    }
    return longest;
  },
});

export const splitByIndexFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let longest = 0;
    for (const word of text.split(' ')) longest = Math.max(longest, word.length);
    return longest;
  },
});
