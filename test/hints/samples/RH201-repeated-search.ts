import { int32, transform, utf8 } from 'rowfuse';

export const repeatedSearch = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let spaces = 0;
    for (let i = 0; i < text.length; i++) if (i < text.indexOf('.') && text[i] === ' ') spaces++;
    return spaces;
  },
});

export const repeatedSearchFaster = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let spaces = 0;
    const stop = text.indexOf('.');
    for (let i = 0; i < text.length; i++) if (i < stop && text[i] === ' ') spaces++;
    return spaces;
  },
});
