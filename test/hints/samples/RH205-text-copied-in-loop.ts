import { transform, utf8 } from 'rowfuse';

export const textCopiedInLoop = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (const c of text) result = `${c}${result}${c}`;
    return result;
  },
});

export const textCopiedInLoopFaster = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let start = '';
    let end = '';
    for (const c of text) {
      start = c + start;
      end += c;
    }
    return start + end;
  },
});
