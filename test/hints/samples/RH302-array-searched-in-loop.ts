import { int32, transform, utf8 } from 'rowfuse';

const known = new Set(['the', 'and', 'of', 'to', 'in', 'is', 'it', 'that']);

export const arraySearchedInLoop = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const words: string[] = [];
    for (const word of 'the and of to in is it that'.split(' ')) words.push(word);
    let found = 0;
    for (const word of text.split(' ')) if (words.includes(word)) found++;
    return found;
  },
});

export const arraySearchedInLoopFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let found = 0;
    for (const word of text.split(' ')) if (known.has(word)) found++;
    return found;
  },
});
