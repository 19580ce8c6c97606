import { transform, utf8 } from 'rowfuse';

/** A variable has room for its largest number of pieces, and each read knows the number of pieces so far. */
export const growingString = transform({
  input: { s: utf8, t: utf8 },
  output: utf8,
  row({ s, t }) {
    let text = s;
    if (t !== '') text = `${text}/${t}`;
    text += '.';
    if (text.length > 80) text = 'long';
    return text;
  },
});
