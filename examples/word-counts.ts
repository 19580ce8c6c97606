import { aggregate, count, expand, lines, utf8 } from 'rowfuse';

/** Letters with their marks, and apostrophes and hyphens between letters. */
const word = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;

const words = expand({
  input: lines(),
  output: { word: utf8 },
  *rows({ line }) {
    for (const [found] of line.matchAll(word)) yield { word: found.toLowerCase().replaceAll('’', "'") };
  },
});

/** Counts the words of a text file, whatever their case. */
export const wordCounts = aggregate({ from: words, key: 'word', output: { times: count() } });
