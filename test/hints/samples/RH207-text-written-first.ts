import { int32, transform, utf8 } from 'rowfuse';

export const textWrittenFirst = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const lower = text.toLowerCase();
    let vowels = 0;
    for (let i = 0; i < lower.length; i++) {
      const c = lower.charAt(i);
      if (c === 'a' || c === 'e' || c === 'i') vowels++;
    }
    return vowels;
  },
});

export const textWrittenFirstFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let vowels = 0;
    for (const c of text.toLowerCase()) if (c === 'a' || c === 'e' || c === 'i') vowels++;
    return vowels;
  },
});
