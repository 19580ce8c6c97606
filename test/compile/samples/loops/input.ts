import { int32, transform, utf8 } from 'rowfuse';

export const loops = transform({
  input: { text: utf8, wanted: utf8 },
  output: { digits: utf8, backwards: utf8, count: int32 },
  row({ text, wanted }) {
    let digits = '';
    let backwards = '';
    let last = '';
    for (const c of text) {
      if (c === ' ') continue;
      if (c >= '0' && c <= '9') digits += c.toUpperCase();
      backwards = c + backwards;
      last = digits;
    }
    for (let i = 0; i < text.length; i += 2) digits += `${i % 10}${last}`;
    let count = 0;
    let at = text.toUpperCase().indexOf(wanted);
    while (at >= 0) {
      count++;
      at = text.indexOf(wanted, at + 1);
    }
    return { digits, backwards, count };
  },
});
