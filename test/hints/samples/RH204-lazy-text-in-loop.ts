import { int32, transform, utf8 } from 'rowfuse';

export const lazyTextInLoop = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const lower = text.toLowerCase();
    let vowels = 0;
    for (let i = 0; i < lower.length; i++) if (lower[i] === 'a' || lower[i] === 'e') vowels++;
    return vowels;
  },
});

export const lazyTextInLoopFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let vowels = 0;
    for (const c of text.toLowerCase()) if (c === 'a' || c === 'e') vowels++;
    return vowels;
  },
});
