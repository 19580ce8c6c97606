import { transform, utf8 } from 'rowfuse';

/** A variable holds as many pieces as it ever gets; each read knows how many it has by then. */
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
