import { transform, utf8 } from 'rowfuse';

export const arraySortedInLoop = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let words: string[] = [];
    for (const word of text.split(' ')) {
      words.push(word);
      words = words.toSorted();
    }
    return words.join(' ');
  },
});

export const arraySortedInLoopFaster = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const words: string[] = [];
    for (const word of text.split(' ')) words.push(word);
    return words.toSorted().join(' ');
  },
});
