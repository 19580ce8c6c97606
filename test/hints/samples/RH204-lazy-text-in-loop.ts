import { int32, transform, utf8 } from 'rowfuse';

export const lazyTextInLoop = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let vowels = 0;
    for (let i = 0; i < text.length; i++) if ('aeiou'.includes(text.toLowerCase().charAt(i))) vowels++;
    return vowels;
  },
});

export const lazyTextInLoopFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let vowels = 0;
    for (const c of text.toLowerCase()) if ('aeiou'.includes(c)) vowels++;
    return vowels;
  },
});
