import { transform, utf8 } from 'rowfuse';

/** Expands runs: `2ab` becomes `aab`. Exercism: Run-length Encoding. */
export const runLengthDecode = transform({
  input: { code: utf8 },
  output: utf8,
  row({ code }) {
    const parts: string[] = [];
    let digits = '';
    for (const char of code) {
      if (char >= '0' && char <= '9') {
        digits += char;
      } else {
        parts.push(char.repeat(digits === '' ? 1 : Number(digits)));
        digits = '';
      }
    }
    return parts.join('');
  },
});
