import { transform, utf8 } from 'rowfuse';

/** Replaces runs of a character by their length and the character: `aab` becomes `2ab`. Exercism: Run-length Encoding. */
export const runLengthEncode = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const runs: { char: string; length: number }[] = [];
    for (const char of text) {
      const last = runs[runs.length - 1];
      if (last && last.char === char) {
        last.length += 1;
      } else {
        runs.push({ char, length: 1 });
      }
    }
    return runs.map(({ char, length }) => (length > 1 ? `${length}${char}` : char)).join('');
  },
});
