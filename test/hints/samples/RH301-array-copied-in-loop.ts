import { transform, utf8 } from 'rowfuse';

export const arrayCopiedInLoop = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const words: string[] = [];
    for (const word of text.split(' ')) words.unshift(word);
    return words.join(' ');
  },
});

export const arrayCopiedInLoopFaster = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const words: string[] = [];
    for (const word of text.split(' ')) words.push(word);
    return words.toReversed().join(' ');
  },
});
